import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { sendMessage } from "../../intents/send_message.js";
import { Markdown } from "../../md/markdown.js";
import { useModel } from "./model.js";

const OWN_SUGGESTIONS = () => [
  { title: t("Watch it stream"), text: t("Write a short poem about the sea, then explain it.") },
  {
    title: t("Let a tool ask first"),
    text: t("Create a file notes.txt with three ideas for a weekend."),
  },
  {
    title: t("Be asked a question"),
    text: t("Help me choose a holiday; ask me what you need to know."),
  },
  { title: t("Make a branch"), text: t("Name three colours. I will edit this and compare.") },
];

/** A session before its first word: the agent's greeting, and four ways to begin. */
export function Welcome() {
  const model = useModel();
  const agent = model.agent.value;
  const given = /** @type {any[]} */ (agent?.suggestions ?? store.me.value?.suggestions ?? []);
  const suggestions = given.length > 0 ? given.map(asSuggestion) : OWN_SUGGESTIONS();
  const name = agent?.name ?? model.session.value?.agent_name ?? t("the agent");
  const greeting = String(agent?.greeting || t("I am {name}. What shall we do?", { name }));
  return h(
    "div",
    { class: "transcript-frame welcome" },
    h("div", { class: "greeting" }, h(Markdown, { text: greeting })),
    h(
      "ul",
      { class: "suggestions", "aria-label": t("Ways to begin") },
      suggestions.slice(0, 4).map(({ title, text }) =>
        h(
          "li",
          { key: text },
          h(
            "button",
            {
              type: "button",
              class: "suggestion",
              onClick: () => sendMessage(model.id, { text }),
            },
            title && h("strong", null, title),
            h("span", { class: "soft" }, text),
          ),
        ),
      ),
    ),
  );
}

/** @param {string | {title?: string, label?: string, text?: string, prompt?: string}} one */
function asSuggestion(one) {
  if (typeof one === "string") return { title: "", text: one };
  return { title: one.title ?? one.label ?? "", text: one.text ?? one.prompt ?? "" };
}
