import { h } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { textOf } from "../../core/content.js";
import { withFold } from "../../core/fold-row.js";
import { t, tn } from "../../core/i18n.js";
import { splitTurn } from "../../core/turns.js";
import { useKeys } from "../../desktop/use-keys.js";
import { Icon } from "../../ui/icon.js";
import { lazy } from "../../ui/lazy.js";
import { announce } from "../../ui/live-region.js";
import { VirtualList } from "../../ui/virtual-list.js";
import { Welcome } from "./empty.js";
import { Human, Pending } from "./human.js";
import { useModel } from "./model.js";
import { AgentTurn } from "./turn.js";

/**
 * @typedef {import("../../core/turns.js").Row} Row
 * @typedef {{key: string, kind: "pending", item: import("../../types/state").OutboxItem}} PendingRow
 * @typedef {Row | PendingRow | import("../../core/fold-row.js").FoldRow} AnyRow
 */

/** Messages read at once on the way to one that a link names. */
const FAR = 200;

/** The conversation. @param {{address: import("../../types/state").Address, focused: boolean}} props */
export function Transcript({ address, focused }) {
  const model = useModel();
  const control = useRef(/** @type {import("../../ui/scroller.js").Scroller | null} */ (null));
  const rows = useRows();
  const [isFollowing, setFollowing] = useState(true);
  const anchorKey = useTurnAnchor(rows, control);
  const unseen = useUnseen(rows, isFollowing);
  useTarget(address.params.m, rows, control);
  useCardTarget(address.params, control);
  useAnnouncements(model.rows.value);
  useKeys(focused, { j: () => walk(1), k: () => walk(-1), m: openMenu });

  if (rows.length === 0 && !model.hasOlder.value) return h(Welcome, null);
  const older = () => {
    if (model.hasOlder.peek()) model.loadOlder().catch(() => {});
  };
  return h(
    "div",
    { class: "transcript-frame" },
    h(VirtualList, {
      rows,
      renderRow,
      label: t("Conversation"),
      anchorKey,
      control,
      busy: model.loadingOlder.value,
      total: model.hasOlder.value ? -1 : rows.length,
      onNearTop: older,
      onFollow: setFollowing,
      before: h(Beginning, null),
    }),
    !isFollowing && h(ToEnd, { unseen, follow: () => control.current?.follow() }),
  );
}

/** The path and, after it, what this page sent and the server has not shown yet. */
function useRows() {
  const model = useModel();
  const pending = model.pending.value;
  const done = model.rows.value;
  const compaction = model.isPeek ? null : model.context.value?.compaction;
  return useMemo(() => {
    /** @type {(Row | PendingRow)[]} */
    const waiting = pending.map((item) => ({ key: item.id, kind: "pending", item }));
    return [...withFold(done, compaction), ...waiting];
  }, [done, pending, compaction]);
}

/** What stands above the first row. */
function Beginning() {
  const model = useModel();
  const words = model.loadingOlder.value
    ? t("Loading earlier messages…")
    : !model.hasOlder.value && t("Beginning of the session");
  return h("div", { class: "older dim small" }, words);
}

/** @param {{unseen: number, follow: () => void}} props */
function ToEnd({ unseen, follow }) {
  return h(
    "button",
    { type: "button", class: "button quiet small to-end", onClick: follow },
    h(Icon, { name: "arrow-down", size: 14 }),
    unseen > 0 ? tn("{count} new", "{count} new", unseen) : t("To the end"),
  );
}

const Fold = lazy(() => import("./context/summary.js").then((module) => module.Fold));

/** @param {AnyRow} row */
function renderRow(row) {
  if (row.kind === "human") return h(Human, { message: row.message });
  if (row.kind === "fold") return h(Fold, { compaction: row.compaction });
  if (row.kind === "pending") return h(Pending, { item: row.item });
  return h(AgentTurn, { row });
}

/**
 * What this person just sent stands at the top of the view while the answer grows below it.
 * @param {AnyRow[]} rows
 * @param {{current: import("../../ui/scroller.js").Scroller | null}} control
 */
function useTurnAnchor(rows, control) {
  const model = useModel();
  const [anchor, setAnchor] = useState(/** @type {string | null} */ (null));
  const newest = rows.findLast((row) => row.kind === "pending")?.key ?? null;
  useEffect(() => {
    if (!newest) return;
    // What waits for its turn begins none yet.
    if (model.run.peek() === null) setAnchor(newest);
    control.current?.follow();
  }, [newest]);
  return anchor;
}

/**
 * How many rows came while the reader was elsewhere.
 * @param {AnyRow[]} rows
 * @param {boolean} isFollowing
 */
function useUnseen(rows, isFollowing) {
  const seen = useRef(/** @type {Set<string> | null} */ (null));
  if (isFollowing || !seen.current) seen.current = new Set(rows.map((row) => row.key));
  const known = seen.current;
  let last = rows.length - 1;
  while (last >= 0 && !known.has(rows[last].key)) last -= 1;
  return rows.length - 1 - last;
}

/**
 * Go to the message that the address names, reading older pages until it is there.
 * @param {string | undefined} messageId
 * @param {AnyRow[]} rows
 * @param {{current: import("../../ui/scroller.js").Scroller | null}} control
 */
function useTarget(messageId, rows, control) {
  const model = useModel();
  const reached = useRef("");
  useEffect(() => {
    if (!messageId || reached.current === messageId) return;
    const row = rows.find((one) => one.key === messageId || holds(one, messageId));
    if (row) {
      reached.current = messageId;
      model.target.value = messageId;
      control.current?.reveal(row.key);
    } else if (model.hasOlder.peek()) model.loadOlder(FAR).catch(() => {});
  }, [messageId, rows]);
}

/** @param {AnyRow} row @param {string} id */
const holds = (row, id) =>
  row.kind === "agent" && row.messages.some((message) => message.id === id);

/**
 * Go to the card that the address names and give it the keyboard; when it names nothing, to what
 * waits when the window opens. A card taller than the view is shown from its beginning.
 * @param {Record<string, string>} params
 * @param {{current: import("../../ui/scroller.js").Scroller | null}} control
 */
function useCardTarget({ i: id, m: message }, control) {
  const open = useModel().interruptions.value;
  const [first] = useState(() => (message ? undefined : [...open.keys()][0]));
  const wanted = id ?? first;
  const isOpen = open.has(wanted ?? "");
  useEffect(() => {
    if (!wanted || !isOpen) return undefined;
    control.current?.follow();
    const timer = setTimeout(() => showCard(wanted, Boolean(id), control.current), 80);
    return () => clearTimeout(timer);
  }, [wanted, isOpen]);
}

/**
 * @param {string} id
 * @param {boolean} takesKeyboard
 * @param {import("../../ui/scroller.js").Scroller | null} scroller
 */
function showCard(id, takesKeyboard, scroller) {
  const cards = document.querySelectorAll(".transcript [data-interruption]");
  const card = [...cards].find((one) => one.getAttribute("data-interruption") === id);
  const view = card?.closest(".transcript");
  if (!card || !view) return;
  if (card.clientHeight > view.clientHeight) scroller?.show(card);
  else card.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */
  const control = card.querySelector("[data-act]:enabled, .option, textarea");
  if (takesKeyboard) control?.focus({ preventScroll: true });
}

/** Answers are read out whole, once they are complete. @param {Row[]} rows */
function useAnnouncements(rows) {
  const last = rows.at(-1);
  const answer = last?.kind === "agent" && !last.isLive ? splitTurn(last).answer : null;
  const spoken = useRef(/** @type {string | null | undefined} */ (undefined));
  useEffect(() => {
    const isFirst = spoken.current === undefined;
    if (spoken.current === (answer?.id ?? null)) return;
    spoken.current = answer?.id ?? null;
    if (answer && !isFirst) announce(textOf(answer.content));
  }, [answer?.id]);
}

/** `m` opens the menu of the message that has the keyboard, else of the last one. */
function openMenu() {
  const slots = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll(".window.active .row-slot:has(.message-menu)"),
  ]);
  const slot = slots.find((one) => one.contains(document.activeElement)) ?? slots.at(-1);
  const menus = /** @type {HTMLElement[]} */ ([
    ...(slot?.querySelectorAll(".message-menu button") ?? []),
  ]);
  menus.at(-1)?.click();
}

/** `j` and `k` walk the messages of the focused window. @param {number} step */
function walk(step) {
  const slots = document.querySelectorAll(".window.active .row-slot");
  const list = /** @type {HTMLElement[]} */ ([...slots]);
  const at = list.findIndex((slot) => slot.contains(document.activeElement));
  const next = at < 0 ? list.at(-1) : list[at + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
