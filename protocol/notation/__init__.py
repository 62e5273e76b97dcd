"""Texts of the game: square names, positions, moves. Plain data in and out; nothing here knows legality."""
