"""Nothing here is collected without the extra `mutation`."""

import importlib.util

collect_ignore_glob = [] if importlib.util.find_spec("cosmic_ray") else ["*.py"]
