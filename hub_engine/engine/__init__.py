"""The engine in this process: a searcher, its options, and the bridge from its thread to an event loop.

Knows the core. Knows no protocol, no files and no notation.
"""
