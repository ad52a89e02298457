"""Property tests measure correctness, not the speed of a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile("quesai", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("quesai")
