import { h } from "preact";
import { asFailure } from "../net/errors.js";
import { Icon } from "./icon.js";

/** What the server refused and belongs to no field of the form. @param {{error: any}} props */
export function Refusal({ error }) {
  if (!error || Object.keys(error.errors ?? {}).length > 0) return null;
  const { title, detail } = asFailure(error);
  return h(
    "p",
    { class: "notice failed", role: "alert" },
    h(Icon, { name: "alert-triangle" }),
    h("span", null, detail ? `${title}. ${detail}` : title),
  );
}
