import { placeAt } from "../../../core/reorder.js";
import { grab } from "../../../desktop/size.js";

/**
 * Move a row with the pointer: the others make room at once, the server is asked on letting go.
 * @param {PointerEvent} event on the row's handle
 * @param {import("../../../types/api").Queued} item
 * @param {import("./index.js").List} list
 */
export function dragRow(event, item, list) {
  if (event.button !== 0) return;
  const rows = [...(list.element.current?.querySelectorAll(".queue-row") ?? [])];
  const extents = rows.map((row) => row.getBoundingClientRect());
  const from = rows.findIndex((row) => row.getAttribute("data-queued") === item.id);
  let to = from;
  grab(event, {
    move(at) {
      to = placeAt(extents, at.clientY);
      list.preview(item.id, to);
    },
    end(at) {
      to = at.type === "pointercancel" ? from : to;
      list.drop(item, to);
    },
  });
}
