import { h } from "preact";
import { asFailure } from "../net/errors.js";
import { Icon } from "./icon.js";

/**
 * What the server refused and belongs to no field of the form.
 * @param {{error: any, shown?: string[]}} props `shown` are the fields that tell their own problem;
 *   without it every named field does
 */
export function Refusal({ error, shown }) {
  const fields = Object.keys(error?.errors ?? {});
  const isTold = fields.length > 0 && fields.every((name) => shown?.includes(name) ?? true);
  if (!error || isTold) return null;
  const { title, detail } = asFailure(error);
  return h(
    "p",
    { class: "notice failed", role: "alert" },
    h(Icon, { name: "alert-triangle" }),
    h("span", null, detail ? `${title}. ${detail}` : title),
  );
}
