import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { toolName } from "../../core/plain-words.js";
import { duration, elapsed, exact, money, tokens } from "../../core/time.js";
import { readRun } from "../../intents/read_run.js";
import { CopyId } from "../../ui/copy-id.js";
import { Dialog } from "../../ui/dialog.js";
import { Failure, Loading } from "../../ui/states.js";
import { useModel } from "./model.js";

/** One run step by step: model calls, tools, waits, tokens and cost. */
export function Timeline() {
  const model = useModel();
  const runId = model.timeline.value;
  const close = () => {
    model.timeline.value = null;
  };
  return (
    runId &&
    h(
      Dialog,
      { title: t("Timeline"), wide: true, onClose: close },
      h(RunTimeline, { key: runId, runId }),
    )
  );
}

/** @param {{runId: string}} props */
export function RunTimeline({ runId }) {
  const [run, setRun] = useState(/** @type {any} */ (null));
  const [error, setError] = useState(/** @type {any} */ (null));
  const read = () => {
    setError(null);
    readRun(runId).then(setRun, setError);
  };
  useEffect(read, [runId]);
  if (error) return h(Failure, { error, retry: read });
  if (!run) return h(Loading, null);
  return h(
    "div",
    { class: "timeline" },
    h(Head, { run: run.run ?? run }),
    h(
      "ol",
      { class: "timeline-steps" },
      (run.steps ?? []).map((/** @type {any} */ step) => h(TimelineStep, { key: step.step, step })),
    ),
    (run.interruptions ?? []).length > 0 && h(Waits, { items: run.interruptions }),
  );
}

/** @param {{run: any}} props */
function Head({ run }) {
  const took = elapsed(run.started_at, run.ended_at, Date.now());
  return h(
    "p",
    { class: "row wrap" },
    h("span", { class: `chip ${run.status === "failed" ? "failed" : ""}` }, run.status),
    h("span", { title: exact(run.queued_at) }, t("queued {time}", { time: exact(run.queued_at) })),
    !Number.isNaN(took) && h("span", null, duration(took)),
    run.error && h("span", { class: "notice failed" }, run.error.detail || run.error.title),
    h("span", { class: "grow" }),
    h(CopyId, { id: run.id }),
  );
}

/** @param {{step: any}} props */
function TimelineStep({ step }) {
  return h(
    "li",
    null,
    h("h4", null, t("Step {n}", { n: step.step })),
    h(
      "table",
      null,
      h("tbody", null, [
        ...step.model_calls.map((/** @type {any} */ call) => h(ModelCall, { key: call.id, call })),
        ...step.tool_calls.map((/** @type {any} */ call) => h(ToolRow, { key: call.id, call })),
      ]),
    ),
  );
}

/** @param {{call: any}} props */
function ModelCall({ call }) {
  const usage = t("{input} in, {output} out", {
    input: tokens(
      (call.input_tokens ?? 0) + (call.cache_read_tokens ?? 0) + (call.cache_write_tokens ?? 0),
    ),
    output: tokens(call.output_tokens),
  });
  const failed = call.error?.detail ?? call.error?.title ?? (call.error ? String(call.error) : "");
  return h(
    "tr",
    null,
    h("td", null, call.purpose === "turn" ? t("model") : call.purpose),
    h("td", { class: "mono" }, call.model, failed && h("p", { class: "tool-error" }, failed)),
    h("td", { class: "num" }, usage),
    h("td", { class: "num" }, call.cost_usd ? money(call.cost_usd) : "–"),
    h("td", { class: "num" }, duration(elapsed(call.started_at, call.ended_at, Date.now()))),
  );
}

/** @param {{call: any}} props */
function ToolRow({ call }) {
  return h(
    "tr",
    null,
    h("td", null, t("tool")),
    h("td", null, toolName(call.name)),
    h("td", { class: "num", colSpan: 2 }, call.state),
    h("td", { class: "num" }, duration(elapsed(call.started_at, call.ended_at, Date.now()))),
  );
}

/** @param {{items: any[]}} props */
function Waits({ items }) {
  return h(
    "section",
    null,
    h("h4", null, t("Waited for a person")),
    h(
      "ul",
      null,
      items.map((item) =>
        h(
          "li",
          { key: item.id, class: "row" },
          h("span", { class: "grow" }, item.prompt?.title),
          h("span", null, item.status),
          h(
            "span",
            { class: "num" },
            duration(elapsed(item.created_at, item.resolved_at, Date.now())),
          ),
        ),
      ),
    ),
  );
}
