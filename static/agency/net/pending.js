/**
 * Carries the outbox: sends what waits, turns answers into states, keeps it over a reload.
 *
 * A send that meets no connection waits in `sending` and goes out when the socket opens again.
 */
import { effect } from "@preact/signals-core";
import { t } from "../core/i18n.js";
import * as outbox from "../core/outbox.js";
import { store } from "../core/store.js";
import { asFailure, noAnswer } from "./errors.js";
import { live } from "./live.js";
import { browserStorage } from "./storage.js";
import { whileUnderWay } from "./under-way.js";

/** @typedef {import("../types/state").OutboxItem} OutboxItem */

const PREFIX = "agency.outbox.";
const storage = browserStorage();

/** @param {(items: OutboxItem[]) => OutboxItem[]} step */
export function changeOutbox(step) {
  const before = store.outbox.peek();
  const after = step(before);
  if (after === before) return;
  store.outbox.value = after;
  const kept = new Set(after.map((item) => item.id));
  for (const item of before) if (!kept.has(item.id)) storage.remove(PREFIX + item.id);
  for (const item of after) if (!before.includes(item)) remember(item);
}

/** What the server has acknowledged is the server's to keep. @param {OutboxItem} item */
function remember(item) {
  if (item.state === "sent") storage.remove(PREFIX + item.id);
  else storage.set(PREFIX + item.id, outbox.keep(item));
}

/** @param {OutboxItem} item */
export async function deliver(item) {
  if (!live.channel.isLive) return;
  try {
    await whileUnderWay(() => ask(item), {
      again: () => changeOutbox((items) => outbox.retry(items, item.id, Date.now())),
    });
    const isShown = item.sessionId !== null && store.isOpen(item.sessionId);
    const step = isShown ? outbox.acknowledge : outbox.remove;
    changeOutbox((items) => step(items, item.id));
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code === "unreachable") return;
    changeOutbox((items) => outbox.fail(items, item.id, failure));
  }
}

/** @param {OutboxItem} item */
const ask = (item) =>
  live.channel.request(frameOf(item), { ref: item.id, within: outbox.ANSWER_WITHIN_MS });

/** @param {OutboxItem} item */
function frameOf(item) {
  const { images_lost, ...options } = item.options;
  return {
    message: item.text,
    id: item.id,
    ...(item.sessionId ? { session_id: item.sessionId } : {}),
    ...(item.images.length > 0 ? { images: item.images } : {}),
    ...options,
  };
}

/** Send again, in order, what was not answered before the connection broke. */
export function deliverWaiting() {
  changeOutbox((items) => outbox.renew(items, Date.now()));
  for (const item of outbox.unanswered(store.outbox.peek())) deliver(item);
}

/** Sends that an earlier page did not finish, and the upkeep of the list. */
export function startOutbox() {
  const lost = {
    code: "images_lost",
    title: t("Pictures were lost on reload"),
    detail: t("Edit the message and attach them again."),
  };
  const texts = storage.keys().filter((key) => key.startsWith(PREFIX));
  store.outbox.value = outbox.restore(
    texts.map((key) => storage.get(key) ?? ""),
    lost,
  );
  setInterval(() => {
    if (!live.channel.isLive) return;
    changeOutbox((items) => outbox.expire(items, Date.now(), asFailure(noAnswer())));
  }, 2_000);
  effect(() => {
    const waiting = new Set(store.outbox.value.flatMap((item) => item.sessionId ?? []));
    for (const id of waiting) {
      if (!store.isOpen(id)) continue;
      const state = store.sessionState(id).value;
      queueMicrotask(() => changeOutbox((items) => outbox.settle(items, state)));
    }
  });
}
