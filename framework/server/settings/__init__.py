"""Every setting, each read once from the environment; docs/settings.md lists the variables.

One file per concern. The names a file exports in upper case are Django settings.
"""

from framework.server.settings.api import *
from framework.server.settings.app import *
from framework.server.settings.bus import *
from framework.server.settings.database import *
from framework.server.settings.logs import *
from framework.server.settings.security import *
from framework.server.settings.static import *
