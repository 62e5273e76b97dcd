"""Settings of the property tests."""

from hypothesis import settings

# A busy machine is no fault of the code: what takes too long meets the time limit of its test.
settings.register_profile("fast", deadline=None)
settings.load_profile("fast")
