import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { overlay, report } from "./commands.js";

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
export function Overlay({ kind }) {
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
