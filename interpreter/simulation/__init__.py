"""Many matches, summed up. The same study gives the same summary, whatever the number of jobs."""

from .study import Study, simulate
from .summary import Summary

__all__ = ["Study", "Summary", "simulate"]
