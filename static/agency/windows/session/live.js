import { h } from "preact";
import { t } from "../../core/i18n.js";
import { duration, elapsed } from "../../core/time.js";
import { Markdown } from "../../md/markdown.js";
import { second } from "../../ui/time.js";
import { useModel } from "./model.js";
import { Thinking } from "./thinking.js";
import { DraftCall } from "./tool-card.js";

/** The step that is being written, or what the turn waits for. @param {{row: import("../../core/turns.js").AgentRow}} props */
export function LiveStep({ row }) {
  const model = useModel();
  const stream = model.stream.value;
  if (!stream || row.messages.some((message) => message.id === stream.message_id)) {
    return h(Waiting, { row });
  }
  const last = stream.blocks.at(-1);
  return h(
    "div",
    { class: "step", "aria-busy": "true" },
    stream.blocks.map((block) => {
      const isLive = block === last && !stream.ended;
      if (block.kind === "text")
        return h(Markdown, { key: block.block, text: block.text, live: isLive });
      if (block.kind === "tool_use") return h(DraftCall, { key: block.block, block });
      return h(Thinking, { key: block.block, text: block.text, seconds: null, live: isLive });
    }),
    stream.blocks.length === 0 &&
      h(Working, { since: row.run?.started_at ?? null, text: t("Thinking") }),
  );
}

/** @param {{row: import("../../core/turns.js").AgentRow}} props */
function Waiting({ row }) {
  const model = useModel();
  const run = row.run ?? model.run.value;
  if (!run || run.status === "suspended") return null;
  if ([...row.calls.values()].some((call) => call.state === "running")) return null;
  if (run.status === "queued" && run.not_before) return null;
  const text = run.status === "queued" ? t("Waits for a free place") : t("Working");
  return h(Working, { since: run.started_at ?? run.queued_at, text });
}

/** @param {{since: string | null, text: string}} props */
function Working({ since, text }) {
  const seconds = elapsed(since, null, second.value);
  const shown = seconds >= 2 ? `${text} · ${duration(Math.floor(seconds))}` : text;
  return h(
    "p",
    { class: "working dim" },
    h("span", { class: "dot working" }),
    h("span", null, shown),
  );
}
