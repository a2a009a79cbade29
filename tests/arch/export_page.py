"""Write the schema in docs/export.md anew: `python -m tests.arch.export_page`."""

import json
from pathlib import Path

from agency.portable.rows import Export

PAGE = Path(__file__).resolve().parents[2] / "docs/export.md"


def main() -> None:
    """Put the schema in the place of the last block of JSON."""
    head = PAGE.read_text().split("## Schema\n")[0]
    schema = json.dumps(Export.model_json_schema(), indent=1)
    PAGE.write_text(f"{head}## Schema\n\n```json\n{schema}\n```\n")


if __name__ == "__main__":
    main()
