import { h } from "preact";
import { t } from "../../core/i18n.js";
import { duration, elapsed, money, tokens } from "../../core/time.js";
import { report } from "../../desktop/commands.js";
import { openWindow } from "../../desktop/open.js";
import { stopRun } from "../../intents/stop_run.js";
import { Button } from "../../ui/button.js";
import { CopyId } from "../../ui/copy-id.js";
import { Icon } from "../../ui/icon.js";
import { second, Time } from "../../ui/time.js";

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

const LOOK = /** @type {Record<string, string>} */ ({ failed: "failed", suspended: "waiting" });

/** What a run is, what it took, and what can be done with it. @param {{run: any, steps: any[]}} props */
export function Head({ run, steps }) {
  const live = LIVE.includes(run.status);
  return h(
    "header",
    { class: "stack" },
    h(Actions, { run, live }),
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
    h(Facts, { run, live, steps }),
  );
}

/** @param {{run: any, live: boolean}} props */
function Actions({ run, live }) {
  const open = () => openWindow(`session.${run.session_id}`);
  const stop = () => {
    stopRun(run.session_id).catch(report);
  };
  return h(
    "div",
    { class: "row wrap" },
    h(Button, { small: true, icon: "message-square", run: open }, t("Open the session")),
    live && h(Button, { small: true, icon: "circle-stop", run: stop }, t("Stop")),
    h("span", { class: "grow" }),
    h("span", { class: "dim small" }, t("run"), " ", h(CopyId, { id: run.id })),
  );
}

/** What the model calls of a run came to. @param {any[]} steps */
function totals(steps) {
  const calls = steps.flatMap((step) => step.model_calls);
  const sum = (/** @type {string[]} */ ...fields) =>
    calls.reduce((all, call) => fields.reduce((part, one) => part + (call[one] ?? 0), all), 0);
  const priced = calls.filter((call) => call.cost_usd !== null);
  const cost = money(priced.reduce((all, call) => all + Number(call.cost_usd), 0));
  const known = priced.length < calls.length ? `${cost}+` : cost;
  return {
    calls: calls.length,
    input: sum("input_tokens", "cache_read_tokens", "cache_write_tokens"),
    output: sum("output_tokens"),
    cost: priced.length === 0 ? t("unknown") : known,
    tools: steps.reduce((all, step) => all + step.tool_calls.length, 0),
  };
}

/** @param {{run: any, live: boolean, steps: any[]}} props */
function Facts({ run, live, steps }) {
  const start = run.started_at ?? run.queued_at;
  const { calls, input, output, cost, tools } = totals(steps);
  const state = h("span", { class: `chip ${LOOK[run.status] ?? ""}` }, statusWords(run.status));
  const took = duration(elapsed(start, run.ended_at, live ? second.value : Date.now()));
  const facts = /** @type {[string, any][]} */ ([
    [t("State"), state],
    [t("Took"), took],
    [t("Model calls"), calls],
    [t("Tool calls"), tools],
    [t("Tokens in"), tokens(input)],
    [t("Tokens out"), tokens(output)],
    [t("Cost"), cost],
    [t("Began"), h(Time, { at: start })],
  ]);
  return h(
    "dl",
    { class: "facts" },
    facts.map(([name, value]) =>
      h("div", { key: name }, h("dt", null, name), h("dd", null, value)),
    ),
  );
}
