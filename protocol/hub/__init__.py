"""The Hub protocol, version 2: text lines between a draughts GUI and an engine."""
