import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { waitWords } from "../../core/plain-words.js";
import { groupBy } from "../../desktop/group-by.js";
import { openWindow } from "../../desktop/open.js";
import { useKeys } from "../../desktop/use-keys.js";
import { waitingInOrder } from "../../desktop/waiting.js";
import { Icon } from "../../ui/icon.js";
import { KeyHints } from "../../ui/key-hints.js";
import { Empty } from "../../ui/states.js";
import { Time } from "../../ui/time.js";
import { Card } from "../session/cards/index.js";
import { Bulk } from "./bulk.js";

/** @typedef {import("../../types/api").Interruption} Interruption */

/** @param {Interruption} one @param {string} kind */
const fits = (one, kind) =>
  !kind || one.kind === kind || (kind === "other" && ["limit", "reconcile"].includes(one.kind));

/** @param {Interruption} one */
const nameOf = (one) => one.session_name || one.agent_name || t("A session");

/**
 * What waits, by session, in the order of the most pressing card of each.
 * @param {{kind: string, focused: boolean}} props
 */
export function Pending({ kind, focused }) {
  const waiting = waitingInOrder.value.filter((one) => fits(one, kind));
  const groups = [...groupBy(waiting, (one) => one.session_id)];
  const list = groups.flatMap(([, cards]) => cards);
  const triage = useTriage(list, focused);
  if (list.length === 0) return h(Clear, { kind });
  const approvals = list.filter((one) => triage.marked.has(one.id) && one.kind === "approval");
  return h(
    "div",
    { class: "pane scroll" },
    approvals.length > 0 && h(Bulk, { list: approvals, onDone: triage.unmark }),
    h(
      "p",
      { class: "visually-hidden", role: "status" },
      tn("{count} waits for you", "{count} wait for you", list.length),
    ),
    groups.map(([session, cards]) => h(Group, { key: session, cards, triage })),
    h(Hints, null),
  );
}

/**
 * @typedef {{current: Interruption | undefined, chosen: string | null, marked: Set<string>,
 *   choose: (id: string) => void, mark: (one: Interruption) => void, unmark: () => void}} Triage
 */

/**
 * Walking through the cards with keys; a key presses the card's own button.
 * @param {Interruption[]} list @param {boolean} focused @returns {Triage}
 */
function useTriage(list, focused) {
  const [chosen, choose] = useState(/** @type {string | null} */ (null));
  const [marked, setMarked] = useState(/** @type {Set<string>} */ (new Set()));
  const at = Math.max(
    0,
    list.findIndex((one) => one.id === chosen),
  );
  const current = list[at];
  const go = (/** @type {number} */ by) => () => {
    const next = list[Math.min(Math.max(at + (chosen ? by : 0), 0), list.length - 1)];
    if (!next) return;
    choose(next.id);
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
  return { current, chosen, marked, choose, mark, unmark: () => setMarked(new Set()) };
}

/** @param {Interruption} one @returns {HTMLElement | null} */
const itemOf = (one) => document.querySelector(`.window.active [data-item="${one.id}"]`);

/**
 * So that a key does exactly what a click does.
 * @param {Interruption | undefined} one @param {string} act
 */
function pressIn(one, act) {
  const item = one && itemOf(one);
  const button = /** @type {HTMLElement | null | undefined} */ (
    item?.querySelector(`[data-act="${act}"]`)
  );
  if (button) button.click();
  else item?.querySelector("input, textarea, button")?.scrollIntoView({ block: "nearest" });
}

/** @param {{cards: Interruption[], triage: Triage}} props */
function Group({ cards, triage }) {
  const [first] = cards;
  return h(
    "section",
    { role: "group", class: "inbox-group", "aria-label": nameOf(first) },
    h(
      "header",
      { class: "inbox-head" },
      h(
        "h3",
        { class: "inbox-session" },
        h(
          "button",
          {
            type: "button",
            class: "button quiet small",
            onClick: () => openWindow(`session.${first.session_id}`),
          },
          h(Icon, { name: "message-square", size: 14 }),
          h("span", { class: "truncate" }, first.session_name || t("New session")),
        ),
      ),
      h("span", { class: "dim small truncate" }, first.agent_name),
    ),
    cards.map((one) => h(Item, { key: one.id, one, triage })),
  );
}

/** @param {{one: Interruption, triage: Triage}} props */
function Item({ one, triage }) {
  const current = one === triage.current && triage.chosen;
  return h(
    "div",
    {
      class: `inbox-item ${current ? "current" : ""}`,
      "data-item": one.id,
      tabIndex: -1,
      role: "group",
      "aria-label": waitWords(one),
      onFocusIn: () => triage.choose(one.id),
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
            checked: triage.marked.has(one.id),
            onChange: () => triage.mark(one),
            "aria-label": t("Mark “{title}”", { title: waitWords(one) }),
          }),
        ),
      h("span", { class: "dim small" }, t("asked"), " ", h(Time, { at: one.created_at })),
    ),
    h(Card, { interruption: one }),
  );
}

function Hints() {
  const hints = /** @type {[string[], string][]} */ ([
    [["j", "k"], t("move")],
    [["a"], t("allow")],
    [["e"], t("edit")],
    [["d"], t("deny")],
    [["x"], t("mark")],
    [["Enter"], t("open the session")],
  ]);
  return h(KeyHints, { hints, class: "inbox-keys" });
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
