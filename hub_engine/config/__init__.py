"""Configuration: YAML files to checked, frozen values. Imports nothing of the application but errors."""
