import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../../../core/i18n.js";
import { inOrder, moved } from "../../../core/reorder.js";
import { editQueued } from "../../../intents/edit_queued.js";
import { resumeQueue } from "../../../intents/resume_queue.js";
import { Button } from "../../../ui/button.js";
import { Icon } from "../../../ui/icon.js";
import { announce } from "../../../ui/live-region.js";
import { attempt } from "../attempt.js";
import { useModel } from "../model.js";
import { Item } from "./item.js";
import { pauseWords, refusalWords } from "./words.js";

/** @typedef {import("../../../types/api").Queued} Queued */

/** Messages that wait for their turn: to change, to move, to take back. */
export function QueueList() {
  const model = useModel();
  const queue = model.queue.value;
  const [problem, setProblem] = useState("");
  const list = useOrder(queue, setProblem);
  const act = async (/** @type {() => Promise<any>} */ change) => {
    setProblem("");
    try {
      await change();
      return true;
    } catch (error) {
      setProblem(refusalWords(error));
      return false;
    }
  };
  useEffect(() => setProblem(""), [queue.length]);
  return h(
    "section",
    { class: "queue", "aria-label": t("Waiting messages") },
    h(Head, { count: queue.length }),
    problem &&
      h(
        "p",
        { class: "notice failed small", role: "alert" },
        h(Icon, { name: "alert-circle", size: 14 }),
        problem,
      ),
    h(
      "ol",
      { ref: list.element },
      list.rows.map((item, at) =>
        h(Item, { key: item.id, item, at, count: list.rows.length, act, list }),
      ),
    ),
  );
}

/**
 * The order that this person sees: the server's, or for a moment the one asked for.
 * @param {Queued[]} queue
 * @param {(words: string) => void} setProblem
 */
function useOrder(queue, setProblem) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const [order, setOrder] = useState(/** @type {string[] | null} */ (null));
  const rows = inOrder(queue, order);
  useEffect(() => setOrder(null), [queue]);
  /** Show a row elsewhere, before anything is asked of the server. */
  const preview = (/** @type {string} */ id, /** @type {number} */ to) => {
    const ids = rows.map((row) => row.id);
    setOrder(moved(ids, ids.indexOf(id), to));
  };
  const drop = async (/** @type {Queued} */ item, /** @type {number} */ to) => {
    const at = queue.findIndex((row) => row.id === item.id);
    const place = Math.max(0, Math.min(to, queue.length - 1));
    if (at === place || at < 0) return setOrder(null);
    preview(item.id, place);
    try {
      await editQueued(queue[at], { position: place + 1 });
      announce(t("Moved to place {n} of {count}", { n: place + 1, count: queue.length }));
    } catch (error) {
      setOrder(null);
      setProblem(refusalWords(error));
    }
  };
  return { element, rows, preview, drop };
}

/** @typedef {ReturnType<typeof useOrder>} List */

/** @param {{count: number}} props */
function Head({ count }) {
  const model = useModel();
  const isPaused = model.session.value?.queue_paused ?? false;
  const waiting = tn("{count} message waits", "{count} messages wait", count);
  const resume = () => attempt(() => resumeQueue(model.id), t("Not resumed"));
  return h(
    "header",
    { class: "row small" },
    h(Icon, { name: isPaused ? "pause" : "list", size: 14 }),
    h(
      "span",
      { class: "grow", role: "status" },
      isPaused ? `${waiting}. ${pauseWords(model.lastRun.value)}` : waiting,
    ),
    isPaused && h(Button, { small: true, icon: "play", run: resume }, t("Resume")),
  );
}
