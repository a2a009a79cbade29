import { h } from "preact";
import { t } from "../../core/i18n.js";
import { gist } from "../../core/plain-words.js";
import { duration, elapsed, money, tokens, toMs } from "../../core/time.js";
import { Icon } from "../../ui/icon.js";
import { now } from "../../ui/time.js";

/** One step: a model call, and the tools that it asked for. @param {{step: any, start: string | null}} props */
export function Step({ step, start }) {
  return h(
    "div",
    { class: "run-step" },
    h("h3", null, t("Step {n}", { n: step.step + 1 })),
    step.model_calls.map((/** @type {any} */ call) => h(ModelCall, { key: call.id, call, start })),
    step.tool_calls.map((/** @type {any} */ call) => h(ToolCall, { key: call.id, call, start })),
  );
}

/** Seconds after the run began. @param {string | null} start @param {string | null} at */
const after = (start, at) => {
  const seconds = (toMs(at) - toMs(start)) / 1000;
  return Number.isFinite(seconds) ? `+${duration(Math.max(0, seconds))}` : "";
};

/** @param {{call: any, start: string | null}} props */
function ModelCall({ call, start }) {
  const read = (call.cache_read_tokens ?? 0) + (call.cache_write_tokens ?? 0);
  const first = elapsed(call.started_at, call.first_token_at, now.value);
  return h(
    "div",
    { class: "event" },
    h(Icon, { name: "sparkles", size: 14 }),
    h(
      "span",
      { class: "event-what" },
      h("span", null, call.model),
      call.purpose !== "turn" && h("span", { class: "chip" }, call.purpose),
      call.attempt > 1 && h("span", { class: "chip" }, t("try {n}", { n: call.attempt })),
    ),
    h(
      "span",
      { class: "event-facts dim small" },
      `${tokens((call.input_tokens ?? 0) + read)} → ${tokens(call.output_tokens)}${call.estimated ? " ≈" : ""}`,
      read > 0 && ` · ${t("{n} cached", { n: tokens(read) })}`,
      call.first_token_at && ` · ${t("first word {time}", { time: duration(first) })}`,
      call.cost_usd !== null && ` · ${money(call.cost_usd)}`,
    ),
    h(
      "span",
      { class: "dim small num", title: after(start, call.started_at) },
      duration(elapsed(call.started_at, call.ended_at, now.value)),
    ),
    call.error &&
      h(
        "span",
        { class: "event-problem problem" },
        typeof call.error === "string" ? call.error : (call.error.detail ?? call.error.title),
      ),
  );
}

const LOOK = /** @type {Record<string, string>} */ ({
  failed: "failed",
  unknown: "failed",
  awaiting: "waiting",
});

/** @param {string} state */
const stateWords = (state) =>
  ({
    proposed: t("proposed"),
    awaiting: t("waits for a person"),
    approved: t("allowed"),
    running: t("running"),
    waiting: t("waits for a child"),
    done: t("done"),
    failed: t("failed"),
    denied: t("denied"),
    cancelled: t("cancelled"),
    unknown: t("outcome unknown"),
  })[state] ?? state;

/** @param {{call: any, start: string | null}} props */
function ToolCall({ call, start }) {
  const args = call.args_approved ?? call.args;
  const result =
    typeof call.result?.content === "string"
      ? call.result.content
      : JSON.stringify(call.result?.content ?? null, null, 2);
  return h(
    "details",
    { class: "event-box" },
    h(
      "summary",
      { class: "event" },
      h(Icon, { name: "wrench", size: 14 }),
      h(
        "span",
        { class: "event-what" },
        h("code", null, call.name),
        call.state !== "done" &&
          h("span", { class: `chip ${LOOK[call.state] ?? ""}` }, stateWords(call.state)),
        call.attempt > 1 && h("span", { class: "chip" }, t("try {n}", { n: call.attempt })),
      ),
      h("span", { class: "event-facts dim small truncate" }, gist(args)),
      h(
        "span",
        { class: "dim small num", title: after(start, call.started_at) },
        call.started_at ? duration(elapsed(call.started_at, call.ended_at, now.value)) : "–",
      ),
    ),
    h(
      "div",
      { class: "event-more stack" },
      h(
        "h4",
        { class: "small soft" },
        call.args_approved ? t("Input as a person changed it") : t("Input"),
      ),
      h("pre", { class: "code-box" }, JSON.stringify(args, null, 2)),
      call.result &&
        h("h4", { class: "small soft" }, call.result.is_error ? t("Error") : t("Result")),
      call.result && h("pre", { class: "code-box" }, result),
    ),
  );
}
