import { h } from "preact";
import { useState } from "preact/hooks";
import { textOf } from "../../core/content.js";
import { t } from "../../core/i18n.js";
import { gist, toolName } from "../../core/plain-words.js";
import { duration, elapsed } from "../../core/time.js";
import { CopyId } from "../../ui/copy-id.js";
import { Icon } from "../../ui/icon.js";
import { lazy } from "../../ui/lazy.js";
import { second } from "../../ui/time.js";
import { memo } from "./memo.js";
import { useModel } from "./model.js";
import { WholeOutput } from "./output.js";
import { Input, iconOf, Output } from "./tool-views.js";

/** @typedef {import("../../types/api").ToolCall} Call */

const Tether = lazy(() => import("./children/tether.js").then((module) => module.Tether));

const OPEN = new Set(["proposed", "awaiting", "approved", "running", "waiting"]);

/** One tool call: what it was given, what came of it, how long it took. @param {{call: Call}} props */
export const ToolCard = memo(function ToolCard({ call }) {
  const [isOpen, setOpen] = useState(false);
  const isFailed = call.state === "failed" || call.state === "unknown";
  return h(
    "div",
    { class: `tool ${call.state} ${isFailed ? "failed" : ""}` },
    h(
      "button",
      {
        type: "button",
        class: "tool-head",
        "aria-expanded": String(isOpen),
        onClick: () => setOpen(!isOpen),
      },
      h(Icon, { name: iconOf(call.name), size: 14 }),
      h("strong", null, toolName(call.name)),
      h("span", { class: "truncate grow tool-gist" }, gist(call.args_approved ?? call.args)),
      h(State, { call }),
      h(Icon, { name: isOpen ? "chevron-down" : "chevron-right", size: 14 }),
    ),
    call.child_id && h(Tether, { call }),
    call.progress &&
      call.state === "running" &&
      h("p", { class: "tool-progress small dim" }, call.progress),
    !isOpen && isFailed && h("pre", { class: "tool-error" }, errorText(call)),
    isOpen && h(Body, { call }),
  );
});

/** @param {{call: Call}} props */
function Body({ call }) {
  const isEdited =
    call.args_approved && JSON.stringify(call.args_approved) !== JSON.stringify(call.args);
  const whole = call.has_output || call.result?.truncated;
  return h(
    "div",
    { class: "tool-body" },
    isEdited &&
      h(
        "p",
        { class: "small soft" },
        h(Icon, { name: "pencil", size: 14 }),
        " ",
        t("A person changed the input before it ran."),
      ),
    h(Input, { call }),
    call.result && h(Output, { call }),
    whole && h(WholeOutput, { callId: call.id }),
    h(
      "p",
      { class: "row wrap small dim" },
      call.attempt > 1 && h("span", null, t("try {n}", { n: call.attempt })),
      h("span", null, t("effect: {effect}", { effect: call.effect })),
      h("span", { class: "grow" }),
      h(CopyId, { id: call.id }),
    ),
  );
}

/** @type {Record<string, () => string>} */
const WORDS = {
  proposed: () => t("about to run"),
  awaiting: () => t("waits for you"),
  approved: () => t("next"),
  waiting: () => t("waits for a sub-agent"),
  denied: () => t("denied"),
  cancelled: () => t("stopped"),
  unknown: () => t("outcome unknown"),
  failed: () => t("failed"),
};

/** @param {{call: Call}} props */
function State({ call }) {
  const seconds = elapsed(call.started_at, call.ended_at, OPEN.has(call.state) ? second.value : 0);
  const time = Number.isNaN(seconds) ? "" : duration(call.ended_at ? seconds : Math.floor(seconds));
  if (call.state === "running") {
    return h("span", { class: "row small dim" }, h("span", { class: "dot working" }), time);
  }
  const word = WORDS[call.state]?.();
  const kind =
    call.state === "awaiting"
      ? "waiting"
      : call.state === "failed" || call.state === "unknown"
        ? "failed"
        : "";
  return h(
    "span",
    { class: "row small dim" },
    word && (kind ? h("span", { class: `chip ${kind}` }, word) : h("span", null, word)),
    time && h("span", { class: "num" }, time),
  );
}

/** @param {Call} call */
function errorText(call) {
  const content = call.result?.content ?? "";
  const text = typeof content === "string" ? content : textOf(content);
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}

/** A call whose input is still being written. @param {{block: import("../../types/api").StreamBlock}} props */
export function DraftCall({ block }) {
  const model = useModel();
  const known = [...model.toolCalls.value.values()].some(
    (call) => call.provider_call_id === block.call_id,
  );
  if (known) return null;
  return h(
    "div",
    { class: "tool draft" },
    h(
      "div",
      { class: "tool-head" },
      h(Icon, { name: iconOf(block.name ?? ""), size: 14 }),
      h("strong", null, toolName(block.name ?? t("Tool"))),
      h("span", { class: "truncate grow tool-gist mono" }, block.text.slice(-160)),
      h("span", { class: "dot working" }),
    ),
  );
}
