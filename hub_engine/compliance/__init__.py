"""Checks of any draughts program that speaks Hub or DXP: numbered, each with a level and a reason when it fails."""
