import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { editQueued } from "../../intents/edit_queued.js";
import { resumeQueue } from "../../intents/resume_queue.js";
import { withdrawQueued } from "../../intents/withdraw_queued.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";
import { useModel } from "./model.js";
import { WriteAgain } from "./write-again.js";

/** @typedef {import("../../types/api").Queued} Queued */

/** Messages that wait for their turn. */
export function Queue() {
  const model = useModel();
  const items = model.queue.value;
  if (items.length === 0) return null;
  return h(
    "section",
    { class: "queue", "aria-label": t("Waiting messages") },
    h(Head, { count: items.length, isPaused: model.session.value?.queue_paused ?? false }),
    h(
      "ol",
      null,
      items.map((item) => h(Item, { key: item.id, item })),
    ),
  );
}

/** @param {{count: number, isPaused: boolean}} props */
function Head({ count, isPaused }) {
  const model = useModel();
  const words = isPaused
    ? t("The queue is paused after a stop or an error")
    : tn("{count} message waits", "{count} messages wait", count);
  return h(
    "header",
    { class: "row small" },
    h(Icon, { name: "list", size: 14 }),
    h("span", { class: "grow" }, words),
    isPaused && small(t("Go on"), () => attempt(() => resumeQueue(model.id), t("Not resumed")), ""),
  );
}

/** @param {{item: Queued}} props */
function Item({ item }) {
  const [isEditing, setEditing] = useState(false);
  const withdraw = () =>
    attempt(() => withdrawQueued(item.session_id, item.id), t("Not withdrawn"));
  if (isEditing) {
    const close = () => setEditing(false);
    const save = (/** @type {string} */ text) =>
      attempt(() => editQueued(item, { text }), t("Not changed"));
    return h("li", null, h(WriteAgain, { text: item.text, label: t("Edit"), save, close }));
  }
  return h(
    "li",
    { class: "row" },
    h("span", { class: "num dim small" }, item.position),
    h("span", { class: "truncate grow" }, item.text || t("(picture)")),
    small(t("Edit"), () => setEditing(true)),
    small(t("Withdraw"), withdraw),
  );
}

/**
 * @param {string} label
 * @param {() => void} onClick
 * @param {string} [kind]
 */
const small = (label, onClick, kind = "quiet") =>
  h("button", { type: "button", class: `button small ${kind}`, onClick }, label);
