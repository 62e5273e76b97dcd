"""Draughts of many variants: boards, notation and an engine, as a library and as a Hub daemon."""
