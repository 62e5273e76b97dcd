"""Configuration: YAML files to checked, frozen values. Imports nothing of the application but errors.

`engine` alone needs more: the core, for its bounds, and the words of `logs`. Variants are read before the core
is built.
"""
