import { h } from "preact";
import { t } from "../core/i18n.js";
import { LiveRegions } from "../ui/live-region.js";
import { Toasts } from "../ui/toast.js";
import { overlay } from "./commands.js";
import { Overlay } from "./overlay.js";
import { Rail } from "./rail.js";
import { phone } from "./size.js";
import { Banner, Strip } from "./strip.js";
import { WindowManager } from "./window-manager.js";

/** The frame round every window. */
export function Shell() {
  return h(
    "div",
    { class: `shell ${phone.value ? "phone" : ""}` },
    h("a", { class: "skip", href: "#work", onClick: skip }, t("Skip to the windows")),
    h(Rail, null),
    h(
      "div",
      { class: "desk" },
      h(Banner, null),
      h(WindowManager, null),
      !phone.value && h(Strip, null),
    ),
    h(Toasts, null),
    h(LiveRegions, null),
    overlay.value && h(Overlay, { kind: overlay.value }),
  );
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  document.getElementById("work")?.focus();
}
