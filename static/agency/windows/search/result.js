import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { Icon } from "../../ui/icon.js";
import { Marked } from "../../ui/marked.js";
import { Time } from "../../ui/time.js";

/** @typedef {import("../../types/api").SearchResult} Found */

const ICONS = /** @type {Record<string, string>} */ ({
  session: "messages-square",
  message: "message-square",
  agent: "bot",
  document: "file-text",
});

/** Who says it, or what it is. @param {Found} found */
function byline({ kind, role, session_id }) {
  const agent = store.sessions.value.get(session_id ?? "")?.value.agent_name;
  if (kind === "session") return agent ? t("Session with {agent}", { agent }) : t("Session");
  if (kind === "agent") return t("Agent");
  if (kind === "document") return t("Document");
  if (role === "human") return t("A person");
  return role === "tool" ? t("Result of a tool") : (agent ?? t("The agent"));
}

/**
 * One thing that was found: where, what, by whom, when.
 * @param {{found: Found, selected: boolean, run: () => void}} props
 */
export function Result({ found, selected, run }) {
  const isName = found.kind === "session";
  const title = found.title || t("New session");
  return h(
    "button",
    {
      type: "button",
      class: "result",
      "data-row-focus": true,
      tabIndex: selected ? 0 : -1,
      onClick: run,
    },
    h(Icon, { name: ICONS[found.kind] ?? "circle", size: 16 }),
    h(
      "span",
      { class: "result-text" },
      h(
        "span",
        { class: "result-head" },
        isName && found.excerpt.length > 0
          ? h(Marked, { parts: found.excerpt, class: "result-title truncate grow" })
          : h("span", { class: "result-title truncate grow" }, title),
        h(Time, { at: found.ts, class: "dim small num" }),
      ),
      h(
        "span",
        { class: "result-excerpt soft" },
        h("span", { class: "result-by" }, byline(found)),
        !isName && h(Marked, { parts: found.excerpt }),
      ),
    ),
  );
}
