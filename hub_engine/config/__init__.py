"""Configuration: YAML files to checked, frozen values. Imports nothing of the application but errors.

`engine` alone needs the core, for its bounds: variants are read before it is built.
"""
