"""Puts this folder on the path, so that tests can use the sample game."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
