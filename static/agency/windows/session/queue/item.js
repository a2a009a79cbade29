import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { store } from "../../../core/store.js";
import {
  asStrategy,
  STRATEGIES,
  STRATEGY_ICONS,
  strategyEffect,
  strategyName,
} from "../../../core/strategies.js";
import { editQueued } from "../../../intents/edit_queued.js";
import { withdrawQueued } from "../../../intents/withdraw_queued.js";
import { IconButton } from "../../../ui/button.js";
import { Icon } from "../../../ui/icon.js";
import { Menu } from "../../../ui/menu.js";
import { toast } from "../../../ui/toast.js";
import { useModel } from "../model.js";
import { WriteAgain } from "../write-again.js";
import { dragRow } from "./drag-row.js";

/**
 * @typedef {import("../../../types/api").Queued} Queued
 * @typedef {(change: () => Promise<any>) => Promise<boolean>} Act
 */

/**
 * One waiting message.
 * @param {{item: Queued, at: number, count: number, act: Act,
 *   list: import("./index.js").List}} props
 */
export function Item({ item, at, count, act, list }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing) {
    const close = () => setEditing(false);
    const save = (/** @type {string} */ text) => act(() => editQueued(item, { text }));
    const label = t("Edit the waiting message");
    return h("li", null, h(WriteAgain, { text: item.text, label, done: t("Save"), save, close }));
  }
  const step = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    list.drop(item, at + by);
  };
  const isMine = item.author_id === store.me.value?.id;
  return h(
    "li",
    { class: "queue-row", "data-queued": item.id, onKeyDown: step },
    h(Handle, { item, at, count, list }),
    h("span", { class: "num dim small" }, at + 1),
    h(
      "span",
      { class: "grow queue-text" },
      item.text || t("(picture)"),
      !isMine && h("span", { class: "dim small" }, ` · ${t("by somebody else")}`),
    ),
    h(Strategies, { item, act }),
    h(IconButton, { icon: "pencil", size: 14, label: t("Edit"), run: () => setEditing(true) }),
    h(Withdraw, { item, act }),
  );
}

/** @param {{item: Queued, at: number, count: number, list: import("./index.js").List}} props */
function Handle({ item, at, count, list }) {
  const label = t("Move, place {n} of {count}; Alt with arrows moves it", { n: at + 1, count });
  return h(
    "button",
    {
      type: "button",
      class: "queue-handle",
      disabled: count < 2,
      "aria-label": label,
      title: t("Drag, or Alt with arrows"),
      onPointerDown: (/** @type {PointerEvent} */ event) => dragRow(event, item, list),
    },
    h(Icon, { name: "grip-vertical", size: 14 }),
  );
}

/** What the message does to the turn under way; while nothing runs it can be sent at once. @param {{item: Queued, act: Act}} props */
function Strategies({ item, act }) {
  const model = useModel();
  const set = (/** @type {string} */ strategy) => act(() => editQueued(item, { strategy }));
  if (model.run.value === null)
    return h(IconButton, {
      icon: "send",
      size: 14,
      label: t("Send now, before the others"),
      run: () => set("interrupt"),
    });
  const now = asStrategy(item.strategy);
  return h(Menu, {
    label: t("{name}: {effect}", { name: strategyName(now), effect: strategyEffect(now) }),
    text: h(
      "span",
      { class: "row" },
      h(Icon, { name: STRATEGY_ICONS[now], size: 14 }),
      h("span", { class: "queue-strategy" }, strategyName(now)),
    ),
    class: "chip",
    items: STRATEGIES.map((one) => ({
      label: `${strategyName(one)}: ${strategyEffect(one)}`,
      icon: STRATEGY_ICONS[one],
      checked: one === now,
      run: () => set(one),
    })),
  });
}

/** @param {{item: Queued, act: Act}} props */
function Withdraw({ item, act }) {
  const model = useModel();
  const run = async () => {
    if (!(await act(() => withdrawQueued(item.session_id, item.id)))) return;
    const again = () => {
      model.refill.value = { text: item.text };
    };
    toast(t("The message was withdrawn."), {
      action: { label: t("Write it again"), run: again },
    });
  };
  return h(IconButton, { icon: "x", size: 14, label: t("Withdraw"), run });
}
