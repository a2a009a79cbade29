import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { useKeys } from "../../desktop/use-keys.js";
import { waitingInOrder } from "../../desktop/waiting.js";
import { Icon } from "../../ui/icon.js";
import { Empty } from "../../ui/states.js";
import { Time } from "../../ui/time.js";
import { Card } from "../session/cards/index.js";
import { Bulk } from "./bulk.js";
import { Answered } from "./history.js";

/** @typedef {import("../../types/api").Interruption} Interruption */

/** @returns {{value: string, label: string}[]} */
const filters = () => [
  { value: "", label: t("All") },
  { value: "approval", label: t("Approvals") },
  { value: "question", label: t("Questions") },
  { value: "other", label: t("Limits and doubts") },
  { value: "answered", label: t("Answered") },
];

/** @param {Interruption} one @param {string} kind */
const fits = (one, kind) =>
  !kind || one.kind === kind || (kind === "other" && ["limit", "reconcile"].includes(one.kind));

/** Everything that waits for this person, from every session. @param {{address: import("../../types/state").Address, focused: boolean}} props */
export default function Inbox({ address, focused }) {
  const kind = address.params.kind ?? "";
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-filters", role: "group", "aria-label": t("Show") },
      filters().map((one) =>
        h(
          "button",
          {
            key: one.value,
            type: "button",
            class: "chip",
            "aria-pressed": String(kind === one.value),
            onClick: () => setParams(address, { kind: one.value }),
          },
          one.label,
        ),
      ),
    ),
    kind === "answered" ? h(Answered, { focused }) : h(Pending, { kind, focused }),
  );
}

/** By session, in the order of their most pressing card. @param {Interruption[]} list */
const bySession = (list) => [...Map.groupBy(list, (one) => one.session_id)];

/** @param {{kind: string, focused: boolean}} props */
function Pending({ kind, focused }) {
  const groups = bySession(waitingInOrder.value.filter((one) => fits(one, kind)));
  const list = groups.flatMap(([, cards]) => cards);
  const [chosen, setChosen] = useState(/** @type {string | null} */ (null));
  const [marked, setMarked] = useState(/** @type {Set<string>} */ (new Set()));
  const at = Math.max(
    0,
    list.findIndex((one) => one.id === chosen),
  );
  const current = list[at];
  const go = (/** @type {number} */ by) => () => {
    const next = list[Math.min(Math.max(at + (chosen ? by : 0), 0), list.length - 1)];
    if (!next) return;
    setChosen(next.id);
    queueMicrotask(() => itemOf(next)?.focus());
  };
  const mark = (/** @type {Interruption} */ one) => {
    const next = new Set(marked);
    if (!next.delete(one.id)) next.add(one.id);
    setMarked(next);
  };
  const press = (/** @type {string} */ act) => () => pressIn(current, act);
  useKeys(focused, {
    j: go(1),
    k: go(-1),
    ArrowDown: go(1),
    ArrowUp: go(-1),
    a: press("allow"),
    e: press("edit"),
    d: press("deny"),
    r: press("send"),
    x: () => current && mark(current),
    Enter: () => current && openWindow(`session.${current.session_id};i=${current.id}`),
  });
  if (list.length === 0) return h(Clear, { kind });
  const approvals = list.filter((one) => marked.has(one.id) && one.kind === "approval");
  return h(
    "div",
    { class: "pane scroll" },
    approvals.length > 0 && h(Bulk, { list: approvals, onDone: () => setMarked(new Set()) }),
    h(
      "p",
      { class: "visually-hidden", role: "status" },
      tn("{count} waits for you", "{count} wait for you", list.length),
    ),
    groups.map(([session, cards]) =>
      h(
        "section",
        {
          key: session,
          class: "inbox-group",
          "aria-label": cards[0].session_name || cards[0].agent_name || t("A session"),
        },
        h(
          "header",
          { class: "inbox-head" },
          h(
            "button",
            {
              type: "button",
              class: "button quiet small",
              onClick: () => openWindow(`session.${session}`),
            },
            h(Icon, { name: "message-square", size: 14 }),
            h("span", { class: "truncate" }, cards[0].session_name || t("Untitled")),
          ),
          h("span", { class: "dim small truncate" }, cards[0].agent_name),
        ),
        cards.map((one) =>
          h(
            "div",
            {
              key: one.id,
              class: `inbox-item ${one === current && chosen ? "current" : ""}`,
              "data-item": one.id,
              tabIndex: -1,
              role: "group",
              "aria-label": one.prompt.title,
              onFocusIn: () => setChosen(one.id),
            },
            h(
              "div",
              { class: "inbox-meta" },
              one.kind === "approval" &&
                h(
                  "label",
                  { class: "checkbox" },
                  h("input", {
                    type: "checkbox",
                    checked: marked.has(one.id),
                    onChange: () => mark(one),
                    "aria-label": t("Mark “{title}”", { title: one.prompt.title }),
                  }),
                ),
              h("span", { class: "dim small" }, t("asked"), " ", h(Time, { at: one.created_at })),
            ),
            h(Card, { interruption: one }),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "inbox-keys dim small" },
      [["j", "k"], ["a"], ["e"], ["d"], ["x"], ["Enter"]].map((keys, place) =>
        h(
          "span",
          { key: place },
          keys.map((key) => h("kbd", { key }, key)),
          " ",
          [t("move"), t("allow"), t("edit"), t("deny"), t("mark"), t("open the session")][place],
        ),
      ),
    ),
  );
}

/** @param {Interruption} one @returns {HTMLElement | null} */
const itemOf = (one) => document.querySelector(`.window.active [data-item="${one.id}"]`);

/** Press a card's own button, so that a key does exactly what a click does. @param {Interruption | undefined} one @param {string} act */
function pressIn(one, act) {
  const item = one && itemOf(one);
  const button = /** @type {HTMLElement | null | undefined} */ (
    item?.querySelector(`[data-act="${act}"]`)
  );
  if (button) button.click();
  else item?.querySelector("input, textarea, button")?.scrollIntoView({ block: "nearest" });
}

/** @param {{kind: string}} props */
const Clear = ({ kind }) =>
  h(
    Empty,
    { icon: "inbox", title: kind ? t("Nothing of this kind waits") : t("Nothing waits for you") },
    t(
      "When an agent asks a question, or wants to do something that needs your word, it appears here at once.",
    ),
  );
