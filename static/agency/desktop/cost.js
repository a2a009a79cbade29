/** What model calls cost since midnight, read now and then and after each run that ended. */
import { store } from "../core/store.js";
import { money } from "../core/time.js";
import { api } from "../net/api.js";
import { costToday } from "./strip.js";

const EVERY_MS = 120_000;
const SETTLE_MS = 1_500;

async function read() {
  if (document.hidden || store.connection.peek() !== "live") return;
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  try {
    const usage = await api.get("/api/usage/", { query: { since: midnight.toISOString() } });
    const total = usage?.total ?? usage;
    const cost = total?.cost_usd;
    costToday.value =
      cost === null || cost === undefined ? null : money(cost) + (total.cost_is_partial ? "+" : "");
  } catch {
    costToday.value = null;
  }
}

/** @returns {() => void} the way to stop */
export function followCost() {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(read, SETTLE_MS);
  };
  const timer = setInterval(read, EVERY_MS);
  const stop = store.listen((frame) => {
    if (frame.event === "run_end" || frame.event === "session_status") later();
  });
  later();
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    stop();
  };
}
