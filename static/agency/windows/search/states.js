import { h } from "preact";
import { t } from "../../core/i18n.js";
import { setParams } from "../../desktop/open.js";
import { Button } from "../../ui/button.js";
import { KeyHints } from "../../ui/key-hints.js";
import { Empty } from "../../ui/states.js";

/** Before the first letter: what one may type. */
export function NothingTyped() {
  const hints = /** @type {[string[], string][]} */ ([
    [["↓"], t("into the results")],
    [["j", "k"], t("move")],
    [["Enter"], t("open")],
  ]);
  return h(
    Empty,
    {
      icon: "search",
      title: t("Search everything you may see"),
      action: h(KeyHints, { hints, class: "key-hints" }),
    },
    t(
      "Type words, or parts of words, in any order: from messages, names of sessions, agents and documents. All of them must stand in one text; accents and capitals do not matter.",
    ),
  );
}

/** What to try instead. @param {{address: import("../../types/state").Address}} props */
export function NothingFound({ address }) {
  const { q = "", kind, ws, children } = address.params;
  const widen = (/** @type {string} */ label, /** @type {Record<string, string>} */ change) =>
    h(Button, { key: label, run: () => setParams(address, change) }, label);
  return h(
    Empty,
    {
      icon: "search",
      title: t("Nothing has “{text}”", { text: q.trim() }),
      action: h(
        "div",
        { class: "row wrap centred" },
        (kind || ws) && widen(t("Search everything"), { kind: "", ws: "" }),
        children !== "1" && widen(t("Look into sub-agents, too"), { children: "1" }),
      ),
    },
    t("Try fewer or shorter words: all of them must stand in one text."),
  );
}
