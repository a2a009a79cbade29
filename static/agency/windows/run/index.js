import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { waitWords } from "../../core/plain-words.js";
import { store } from "../../core/store.js";
import { duration, elapsed } from "../../core/time.js";
import { openWindow } from "../../desktop/open.js";
import { readRun } from "../../intents/read_run.js";
import { Icon } from "../../ui/icon.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { second } from "../../ui/time.js";
import { useLoad } from "../../ui/use-load.js";
import { outcome } from "../inbox/outcome.js";
import { Head } from "./head.js";
import { Step } from "./step.js";

/**
 * One run told step by step: model calls, tools, waits, usage.
 * @param {{address: import("../../types/state").Address}} props
 */
export default function Run({ address }) {
  const id = address.subject ?? "";
  const loaded = useLoad(() => readRun(id), [id]);
  const reload = useRef(loaded.reload);
  reload.current = loaded.reload;
  useEffect(() => followRun(id, () => reload.current()), [id]);
  if (loaded.error && !loaded.value) {
    return h(Failure, { error: loaded.error, retry: loaded.reload });
  }
  if (!loaded.value) return h(Loading, null);
  const { run, steps, interruptions } = loaded.value;
  const start = run.started_at ?? run.queued_at;
  return h(
    "div",
    { class: "pane scroll" },
    h(
      "div",
      { class: "run-page" },
      h(Head, { run, steps }),
      run.error && h(Why, { error: run.error }),
      steps.length === 0 && h(Nothing, null),
      h(
        "ol",
        { class: "run-steps", "aria-label": t("Steps") },
        steps.map((/** @type {any} */ step) =>
          h("li", { key: step.step }, h(Step, { step, start })),
        ),
      ),
      interruptions.length > 0 && h(Waits, { list: interruptions }),
    ),
  );
}

/** @param {any} frame */
const runOf = ({ run_id, data }) =>
  run_id ?? data?.run?.id ?? data?.tool_call?.run_id ?? data?.interruption?.run_id;

/**
 * Read again when something of this run changed, at most twice a second.
 * @param {string} id @param {() => void} reload
 */
function followRun(id, reload) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const stop = store.listen((frame) => {
    if (frame.type === "stream_delta" || runOf(frame) !== id) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      reload();
    }, 500);
  });
  return () => {
    clearTimeout(soon);
    stop();
  };
}

const Nothing = () =>
  h(
    Empty,
    { icon: "activity", title: t("Nothing happened yet") },
    t("The run waits for a worker."),
  );

/** @param {{error: {code: string, title: string, detail: string}}} props */
const Why = ({ error }) =>
  h(
    "div",
    { class: "card failed", role: "alert" },
    h("h3", null, error.title),
    h("p", null, error.detail),
    h("p", { class: "small dim" }, error.code),
  );

/** @param {{list: any[]}} props */
const Waits = ({ list }) =>
  h(
    "section",
    { class: "stack", "aria-labelledby": "run-waits" },
    h(
      "h3",
      { id: "run-waits" },
      tn("Asked a person once", "Asked a person {count} times", list.length),
    ),
    h(
      "ul",
      { class: "waits" },
      list.map((one) => h("li", { key: one.id }, h(Wait, { one }))),
    ),
  );

/** @param {{one: any}} props */
function Wait({ one }) {
  const pending = one.status === "pending";
  return h(
    "button",
    {
      type: "button",
      class: `wait-row ${pending ? "" : "calm"}`,
      onClick: () => openWindow(`session.${one.session_id};i=${one.id}`),
    },
    h(Icon, { name: one.kind === "question" ? "circle-help" : "hand" }),
    h("span", { class: "grow truncate" }, waitWords(one)),
    h("span", { class: `chip ${pending ? "waiting" : ""}` }, pending ? t("waits") : outcome(one)),
    h(
      "span",
      { class: "small dim num" },
      duration(elapsed(one.created_at, one.resolved_at, pending ? second.value : 0)),
    ),
  );
}
