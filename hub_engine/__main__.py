"""`python -m hub_engine`: the same as the command `hub-engine`."""

import sys

from hub_engine.cli.main import main

sys.exit(main())
