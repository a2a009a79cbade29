"""Tools: Python functions that agents may call.

`@tool` in the `agency_tools` module of an installed app makes a function one; see
`agency.tool.decorator`.
"""

from agency.tool.decorator import tool
from agency.tool.spec import ToolContext, ToolError, ToolSpec

__all__ = ["ToolContext", "ToolError", "ToolSpec", "tool"]
