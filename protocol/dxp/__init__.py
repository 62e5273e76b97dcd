"""The DamExchange protocol (DXP), version 01: messages between two draughts programs that play each other."""
