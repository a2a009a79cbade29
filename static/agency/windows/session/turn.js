import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { textOf } from "../../core/content.js";
import { t } from "../../core/i18n.js";
import { deeds, sentence, turnSeconds } from "../../core/outcome.js";
import { duration, money } from "../../core/time.js";
import { splitTurn } from "../../core/turns.js";
import { openWindow } from "../../desktop/open.js";
import { regenerate } from "../../intents/regenerate.js";
import { DrawnIcon } from "../../ui/drawn-icon.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";
import { BranchArrows } from "./branch-arrows.js";
import { Cards } from "./cards/index.js";
import { CopyText } from "./copy-text.js";
import { LiveStep } from "./live.js";
import { memo } from "./memo.js";
import { MessageMenu } from "./message-menu.js";
import { useModel } from "./model.js";
import { RunError } from "./run-error.js";
import { Step } from "./step.js";

/** @typedef {import("../../core/turns.js").AgentRow} AgentRow */

/**
 * What the agent did between two words of a person: its steps as they happen while it works, one
 * outcome row that opens to all of them afterwards.
 * @param {{row: AgentRow}} props
 */
export const AgentTurn = memo(function AgentTurn({ row }) {
  const model = useModel();
  const { steps, answer } = splitTurn(row);
  return h(
    "div",
    { class: `agent ${row.isLive ? "live" : ""}` },
    h("h3", { class: "visually-hidden" }, model.session.value?.agent_name ?? t("Agent")),
    row.isLive ? h(Steps, { row, messages: steps }) : h(Outcome, { row, steps, answer }),
    answer && h(Step, { message: answer, calls: [], run: row.run }),
    row.isLive && h(LiveStep, { row }),
    row.isLive && h(Cards, { runId: row.runId }),
    !row.isLive && h(RunError, { run: row.run }),
    !row.isLive && h(Actions, { row, answer }),
  );
});

/** @param {{row: AgentRow, messages: import("../../types/api").Message[]}} props */
function Steps({ row, messages }) {
  return messages
    .filter((message) => message.role === "ai")
    .map((message) => [
      h(Step, {
        key: message.id,
        message,
        run: row.run,
        calls: [...row.calls.values()].filter((call) => call.message_id === message.id),
      }),
      !row.isLive &&
        h(
          "div",
          { class: "row-actions step-actions", key: `${message.id}:menu` },
          h(MessageMenu, {
            message,
            text: textOf(message.content),
            calls: (message.tool_calls ?? []).length > 0,
          }),
        ),
    ]);
}

/** @param {{row: AgentRow, steps: import("../../types/api").Message[], answer: any}} props */
function Outcome({ row, steps, answer }) {
  const model = useModel();
  const [isOpen, setOpen] = useState(false);
  const isTarget = steps.some((step) => step.id === model.target.value);
  useEffect(() => {
    if (isTarget) setOpen(true);
  }, [isTarget]);
  if (steps.length === 0) return null;
  const group = [...model.toolGroups.value.values()].find((one) =>
    steps.some((step) => step.id === one.message_id),
  );
  const phrases = deeds(row.calls.values());
  const seconds = turnSeconds(row.run, row.messages);
  const cost = costOf(row.messages);
  const words = [
    ...phrases,
    seconds === null ? "" : duration(seconds),
    cost ? money(cost) : "",
  ].filter(Boolean);
  const hasFailed = [...row.calls.values()].some((call) => call.state === "failed");
  return h(
    "div",
    { class: "outcome" },
    h(
      "button",
      {
        type: "button",
        class: `outcome-row ${hasFailed ? "has-failure" : ""}`,
        "aria-expanded": String(isOpen),
        onClick: () => setOpen(!isOpen),
      },
      h(Icon, { name: isOpen ? "chevron-down" : "chevron-right", size: 14 }),
      group &&
        (group.svg || group.name) &&
        h(DrawnIcon, { svg: group.svg, fallback: "workflow", size: 16 }),
      group?.name && h("strong", null, group.name),
      h("span", null, sentence(words.join(", ")) || t("Worked")),
    ),
    isOpen && h("div", { class: "outcome-steps" }, h(Steps, { row, messages: steps })),
    !isOpen && !answer && h(LastText, { steps }),
  );
}

/** A turn that ended without an answer still shows its last words. @param {{steps: any[]}} props */
function LastText({ steps }) {
  const last = steps.findLast((message) => message.role === "ai" && textOf(message.content));
  return last ? h(Step, { message: { ...last, tool_calls: [] }, calls: [] }) : null;
}

/** @param {import("../../types/api").Message[]} messages */
function costOf(messages) {
  const costs = messages.map((message) => Number(message.usage?.cost_usd ?? 0));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** @param {{row: AgentRow, answer: import("../../types/api").Message | null}} props */
function Actions({ row, answer }) {
  const model = useModel();
  const first = row.messages[0];
  const last = row.messages.at(-1);
  const target = answer ?? row.messages.findLast((message) => message.role === "ai");
  if (!first || !last) return null;
  const again = () =>
    target && attempt(() => regenerate(model.id, target.id), t("Not asked again"));
  return h(
    "div",
    { class: "row-actions" },
    h(BranchArrows, { message: first }),
    answer && h(CopyText, { text: textOf(answer.content), label: t("Copy answer") }),
    target &&
      !model.isPeek &&
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          title: t("Answer again"),
          "aria-label": t("Answer again"),
          onClick: again,
        },
        h(Icon, { name: "rotate-ccw", size: 14 }),
      ),
    row.runId &&
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          title: t("Timeline of this turn"),
          "aria-label": t("Timeline of this turn"),
          onClick: () => openWindow({ kind: "run", subject: row.runId, params: {} }),
        },
        h(Icon, { name: "activity", size: 14 }),
      ),
    h(MessageMenu, {
      message: last,
      text: answer ? textOf(answer.content) : "",
      answer: target ?? null,
    }),
  );
}
