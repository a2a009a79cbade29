/** A new question or approval reaches the person wherever they look: title, toast, voice, system. */
import { effect } from "@preact/signals";
import { t } from "../core/i18n.js";
import { waitWords } from "../core/plain-words.js";
import { store } from "../core/store.js";
import { toast } from "../ui/toast.js";
import { describe } from "./catalogue.js";
import { addresses, focused, openWindow } from "./open.js";

/** @typedef {import("../types/api").Interruption} Interruption */

/** @param {Interruption} one */
const cardOf = (one) => `session.${one.session_id};i=${one.id}`;

/** @param {Interruption} one */
const nameOf = (one) => one.session_name || one.agent_name || t("A session");

/** @returns {() => void} */
export function followAttention() {
  /** @type {Set<string> | null} */
  let known = null;
  const stopTitle = effect(() => {
    const waiting = store.interruptions.value.size;
    const address = focused.value ? addresses.value.get(focused.value) : null;
    const name = address ? `${describe(address).title} · Agency` : "Agency";
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name;
    badgeApp(waiting);
  });
  const stopNews = effect(() => {
    const now = store.interruptions.value;
    if (!store.me.value) return;
    const before = known;
    known = new Set(now.keys());
    if (before) for (const one of now.values()) if (!before.has(one.id)) tell(one);
  });
  return () => {
    stopTitle();
    stopNews();
  };
}

/** @param {Interruption} one */
function tell(one) {
  const looking =
    document.hasFocus() && [`session.${one.session_id}`, "inbox"].includes(focused.peek() ?? "");
  const text = t("{name} waits for you: {title}", { name: nameOf(one), title: waitWords(one) });
  if (!looking)
    toast(text, {
      kind: "waiting",
      seconds: 10,
      action: { label: t("Answer"), run: () => openWindow(cardOf(one)) },
    });
  if (!document.hasFocus()) notify(one);
}

/** @param {number} count */
function badgeApp(count) {
  const able = /** @type {any} */ (navigator);
  if (count > 0) able.setAppBadge?.(count).catch(() => {});
  else able.clearAppBadge?.().catch(() => {});
}

export const canNotify = () =>
  "Notification" in window && Notification.permission === "granted" && wantsNotices();

const wantsNotices = () => Boolean(store.me.peek()?.preferences?.notify);

/** @param {Interruption} one */
function notify(one) {
  if (!canNotify()) return;
  const shown = new Notification(nameOf(one), { body: waitWords(one), tag: one.id });
  shown.onclick = () => {
    window.focus();
    openWindow(cardOf(one));
    shown.close();
  };
  const stop = effect(() => {
    if (store.interruptions.value.has(one.id)) return;
    shown.close();
    queueMicrotask(() => stop());
  });
}
