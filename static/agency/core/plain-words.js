/** What a tool call will do, in words for the person who must decide. */
import { t, tn } from "./i18n.js";

/**
 * @typedef {Record<string, any>} Args
 * @typedef {{sentence: string, risk: string}} PlainWords
 */

/** @type {Record<string, (args: Args) => string>} */
const SENTENCES = {
  Bash: () => t("Run this command in the session's folder"),
  Write: (args) => t("Write the file {path}, replacing what is there", { path: pathOf(args) }),
  Edit: (args) => t("Change the file {path}", { path: pathOf(args) }),
  MultiEdit: (args) => t("Change the file {path}", { path: pathOf(args) }),
  NotebookEdit: (args) => t("Change the notebook {path}", { path: pathOf(args) }),
  Read: (args) => t("Read the file {path}", { path: pathOf(args) }),
  Glob: (args) => t("List the files that match {pattern}", { pattern: String(args.pattern ?? "") }),
  Grep: (args) => t("Search files for {pattern}", { pattern: String(args.pattern ?? "") }),
  WebFetch: (args) => t("Fetch {url}; that site sees the request", { url: String(args.url ?? "") }),
  WebSearch: (args) => t("Search the web for “{query}”", { query: String(args.query ?? "") }),
  Agent: () => t("Start a sub-agent with this task"),
  InvokeAgent: () => t("Start another agent with this task"),
  ExitPlanMode: () => t("Leave Plan mode and begin to carry the plan out"),
};

/** @param {Args} args */
const pathOf = (args) => String(args.path ?? args.file_path ?? args.notebook_path ?? "?");

/** @type {Record<string, () => string>} */
const RISKS = {
  once: () => t("Acts on something and may not be undone; it runs at most once."),
  idempotent: () => t("Changes something; running it again would change nothing more."),
  pure: () => t("Only looks; it changes nothing."),
};

/**
 * @param {string} tool
 * @param {Args} args
 * @param {string | undefined} effect of the tool call
 * @returns {PlainWords}
 */
export function plainWords(tool, args, effect) {
  const sentence =
    SENTENCES[tool]?.(args) ??
    t("Use the tool {tool} with the input below", { tool: toolName(tool) });
  return { sentence, risk: effect && RISKS[effect] ? RISKS[effect]() : "" };
}

/**
 * What waits, in one line: what an approval will do, what a question asks.
 * @param {import("../types/api").Interruption} one
 */
export function waitWords({ kind, prompt }) {
  if (kind === "limit") return limitTitle(/** @type {any} */ (prompt.evidence)) ?? prompt.title;
  if (kind === "approval") return plainWords(prompt.tool ?? "", prompt.args ?? {}, "").sentence;
  const asked = prompt.questions ?? [];
  if (asked.length === 0) return prompt.title;
  const more = asked.length - 1;
  return more > 0
    ? tn("{first} and {count} more question", "{first} and {count} more questions", more, {
        first: asked[0].text,
      })
    : asked[0].text;
}

/**
 * Which cap stands in the way; nothing for one of an unknown kind.
 * @param {{scope?: string, reason?: string, model?: string} | null | undefined} evidence
 * @returns {string | undefined}
 */
export function limitTitle(evidence) {
  if (evidence?.reason === "unpriced")
    return t("The price of {model} is unknown", { model: evidence.model ?? "?" });
  const titles = /** @type {Record<string, string>} */ ({
    run: t("The run's budget is used up"),
    session: t("The session's budget is used up"),
    agent: t("The agent's budget is used up"),
    user: t("The person's budget is used up"),
    workspace: t("The workspace's budget is used up"),
  });
  return titles[evidence?.scope ?? ""];
}

/** `mcp__github__create_issue` as "github: create issue". @param {string} name */
export function toolName(name) {
  if (name === "ask_human" || name === "AskUserQuestion") return t("Question");
  const parts = /^mcp__(.+?)__(.+)$/.exec(name);
  return parts ? `${parts[1]}: ${parts[2].replaceAll("_", " ")}` : name;
}

/**
 * The one thing about a call's input that tells it apart, for a single line.
 * @param {Args | null | undefined} args
 */
export function gist(args) {
  if (!args) return "";
  const wanted = [
    "command",
    "path",
    "file_path",
    "notebook_path",
    "pattern",
    "query",
    "url",
    "description",
    "prompt",
    "question",
    "name",
  ];
  const key =
    wanted.find((name) => typeof args[name] === "string") ??
    Object.keys(args).find((name) => typeof args[name] === "string");
  return key ? String(args[key]).split("\n", 1)[0].slice(0, 200) : "";
}
