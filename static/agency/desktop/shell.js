import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../core/i18n.js";
import { LiveRegions } from "../ui/live-region.js";
import { Toasts } from "../ui/toast.js";
import { overlay, report } from "./commands.js";
import { Rail } from "./rail.js";
import { phone, typing } from "./size.js";
import { Banner, Strip } from "./strip.js";
import { WindowManager } from "./window-manager.js";

/** The frame round every window. */
export function Shell() {
  return h(
    "div",
    { class: `shell ${phone.value ? "phone" : ""} ${typing.value ? "typing" : ""}` },
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

/** What covers the desk is fetched when it is first wanted. @type {Record<string, () => Promise<any>>} */
const views = {
  palette: () => import("./palette.js").then((module) => module.Palette),
  keys: () => import("./sheet.js").then((module) => module.KeyboardSheet),
  "new-session": () =>
    import("../windows/sessions/new-session.js").then((module) => module.NewSession),
};

/** @type {Map<string, any>} */
const loaded = new Map();

/** @param {{kind: string}} props */
function Overlay({ kind }) {
  const [, redraw] = useState(0);
  useEffect(() => {
    if (loaded.has(kind)) return;
    views[kind]().then(
      (view) => {
        loaded.set(kind, view);
        redraw((count) => count + 1);
      },
      (error) => {
        close();
        report(error);
      },
    );
  }, [kind]);
  const view = loaded.get(kind);
  return view ? h(view, { onClose: close }) : null;
}

const close = () => {
  overlay.value = null;
};
