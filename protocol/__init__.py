"""Pure protocol code: bytes and text to plain data and back.

Knows no engine, no rules, no clock, no sockets; imports the standard library only.
"""
