import { h } from "preact";
import { partsOf } from "../../core/content.js";
import { t } from "../../core/i18n.js";
import { Markdown } from "../../md/markdown.js";
import { HiddenThinking, Thinking } from "./thinking.js";
import { ToolCard } from "./tool-card.js";

/**
 * What one model call brought: text, thinking and its tool calls, in order.
 * @param {{message: import("../../types/api").Message, calls: import("../../types/api").ToolCall[],
 *   run?: import("../../types/api").Run | null}} props
 */
export function Step({ message, calls, run }) {
  const byProvider = new Map(calls.map((call) => [call.provider_call_id, call]));
  const isPartial = message.status === "partial" && run?.status !== "stopped";
  return h(
    "div",
    { class: "step" },
    partsOf(message).map((part, at) => {
      if (part.kind === "text") return h(Markdown, { key: at, text: part.text });
      if (part.kind === "thinking")
        return h(Thinking, { key: at, text: part.text, seconds: part.seconds });
      if (part.kind === "hidden") return h(HiddenThinking, { key: at });
      if (part.kind === "image")
        return h("img", {
          key: at,
          class: "inline-image",
          src: part.src,
          alt: t("Picture by the model"),
        });
      const call = byProvider.get(part.callId);
      return call && h(ToolCard, { key: call.id, call });
    }),
    isPartial && h("p", { class: "dim small" }, t("It breaks off here; what was written is kept.")),
  );
}
