import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { duration, elapsed, money, tokens } from "../../core/time.js";
import { report } from "../../desktop/commands.js";
import { openWindow } from "../../desktop/open.js";
import { readRun } from "../../intents/read_run.js";
import { retryRun } from "../../intents/retry_run.js";
import { stopRun } from "../../intents/stop_run.js";
import { CopyId } from "../../ui/copy-id.js";
import { Icon } from "../../ui/icon.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { second, Time } from "../../ui/time.js";
import { useLoad } from "../../ui/use-load.js";
import { outcome } from "../inbox/history.js";
import { Step } from "./step.js";

const LIVE = ["queued", "running", "suspended"];

/** @param {string} status */
const statusWords = (status) =>
  ({
    queued: t("In the queue"),
    running: t("Working"),
    suspended: t("Waits"),
    done: t("Done"),
    failed: t("Failed"),
    stopped: t("Stopped"),
  })[status] ?? status;

/** One run told step by step: model calls, tools, waits, usage. @param {{address: import("../../types/state").Address}} props */
export default function Run({ address }) {
  const id = address.subject ?? "";
  const loaded = useLoad(() => readRun(id), [id]);
  const reload = useRef(loaded.reload);
  reload.current = loaded.reload;
  useEffect(() => followRun(id, () => reload.current()), [id]);
  if (loaded.error && !loaded.value)
    return h(Failure, { error: loaded.error, retry: loaded.reload });
  if (!loaded.value) return h(Loading, null);
  const { run, steps, interruptions } = loaded.value;
  return h(
    "div",
    { class: "pane scroll" },
    h(
      "div",
      { class: "run-page" },
      h(Head, { run, steps }),
      run.error &&
        h(
          "div",
          { class: "card failed", role: "alert" },
          h("h3", null, run.error.title),
          h("p", null, run.error.detail),
          h("p", { class: "small dim" }, run.error.code),
        ),
      steps.length === 0 &&
        h(
          Empty,
          { icon: "activity", title: t("Nothing happened yet") },
          t("The run waits for a worker."),
        ),
      h(
        "ol",
        { class: "run-steps", "aria-label": t("Steps") },
        steps.map((/** @type {any} */ step) =>
          h("li", { key: step.step }, h(Step, { step, start: run.started_at ?? run.queued_at })),
        ),
      ),
      interruptions.length > 0 && h(Waits, { list: interruptions }),
    ),
  );
}

/** Read again when something of this run changed, at most twice a second. @param {string} id @param {() => void} reload */
function followRun(id, reload) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const stop = store.listen((frame) => {
    const about =
      frame.run_id ??
      frame.data?.run?.id ??
      frame.data?.tool_call?.run_id ??
      frame.data?.interruption?.run_id;
    if (about !== id || frame.type === "stream_delta") return;
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

/** @param {{run: any, steps: any[]}} props */
function Head({ run, steps }) {
  const live = LIVE.includes(run.status);
  const calls = steps.flatMap((step) => step.model_calls);
  const sum = (/** @type {string} */ field) =>
    calls.reduce((total, call) => total + (call[field] ?? 0), 0);
  const priced = calls.filter((call) => call.cost_usd !== null);
  const cost = priced.reduce((total, call) => total + Number(call.cost_usd), 0);
  const tools = steps.reduce((total, step) => total + step.tool_calls.length, 0);
  const took = elapsed(
    run.started_at ?? run.queued_at,
    run.ended_at,
    live ? second.value : Date.now(),
  );
  const facts = [
    [
      t("State"),
      h(
        "span",
        {
          class: `chip ${run.status === "failed" ? "failed" : run.status === "suspended" ? "waiting" : ""}`,
        },
        statusWords(run.status),
      ),
    ],
    [t("Took"), duration(took)],
    [t("Model calls"), calls.length],
    [t("Tool calls"), tools],
    [
      t("Tokens in"),
      tokens(sum("input_tokens") + sum("cache_read_tokens") + sum("cache_write_tokens")),
    ],
    [t("Tokens out"), tokens(sum("output_tokens"))],
    [
      t("Cost"),
      priced.length === 0 ? t("unknown") : money(cost) + (priced.length < calls.length ? "+" : ""),
    ],
    [t("Began"), h(Time, { at: run.started_at ?? run.queued_at })],
  ];
  return h(
    "header",
    { class: "stack" },
    h(
      "div",
      { class: "row wrap" },
      h(
        "button",
        {
          type: "button",
          class: "button small",
          onClick: () => openWindow(`session.${run.session_id}`),
        },
        h(Icon, { name: "message-square", size: 14 }),
        t("Open the session"),
      ),
      live &&
        h(
          "button",
          {
            type: "button",
            class: "button small",
            onClick: () => {
              stopRun(run.session_id).catch(report);
            },
          },
          h(Icon, { name: "circle-stop", size: 14 }),
          t("Stop"),
        ),
      run.status === "failed" &&
        h(
          "button",
          {
            type: "button",
            class: "button small",
            onClick: () => {
              retryRun(run.id).catch(report);
            },
          },
          h(Icon, { name: "rotate-ccw", size: 14 }),
          t("Try again"),
        ),
      h("span", { class: "grow" }),
      h("span", { class: "dim small" }, t("run"), " ", h(CopyId, { id: run.id })),
    ),
    run.not_before &&
      live &&
      h(
        "p",
        { class: "notice" },
        h(Icon, { name: "timer" }),
        t("Will try again"),
        " ",
        h(Time, { at: run.not_before }),
      ),
    h(
      "dl",
      { class: "facts" },
      facts.map(([name, value]) =>
        h("div", { key: String(name) }, h("dt", null, name), h("dd", null, value)),
      ),
    ),
  );
}

/** @param {{list: any[]}} props */
function Waits({ list }) {
  return h(
    "section",
    { class: "stack", "aria-labelledby": "run-waits" },
    h(
      "h2",
      { id: "run-waits" },
      tn("Asked a person once", "Asked a person {count} times", list.length),
    ),
    h(
      "ul",
      { class: "waits" },
      list.map((one) =>
        h(
          "li",
          { key: one.id },
          h(
            "button",
            {
              type: "button",
              class: `wait-row ${one.status === "pending" ? "" : "calm"}`,
              onClick: () => openWindow(`session.${one.session_id};i=${one.id}`),
            },
            h(Icon, { name: one.kind === "question" ? "circle-help" : "hand" }),
            h("span", { class: "grow truncate" }, one.prompt.title),
            h(
              "span",
              { class: `chip ${one.status === "pending" ? "waiting" : ""}` },
              one.status === "pending" ? t("waits") : outcome(one),
            ),
            h(
              "span",
              { class: "small dim num" },
              duration(elapsed(one.created_at, one.resolved_at, second.value)),
            ),
          ),
        ),
      ),
    ),
  );
}
