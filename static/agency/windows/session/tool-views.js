import { h } from "preact";
import { textOf } from "../../core/content.js";
import { diffLines } from "../../core/diff.js";
import { t } from "../../core/i18n.js";
import { LongText } from "./output.js";

/**
 * How each kind of tool shows its input and its result; what has no view of its own shows JSON.
 * @typedef {import("../../types/api").ToolCall} Call
 * @typedef {{icon: string, input?: (args: Record<string, any>, call: Call) => any,
 *   output?: (text: string, call: Call) => any}} View
 */

const plain = (/** @type {string} */ text) =>
  h(LongText, { text, class: "terminal", label: t("Result") });

/** @type {View} */
const shell = {
  icon: "square-terminal",
  input: (args) => h("pre", { class: "terminal command" }, String(args.command ?? "")),
  output: plain,
};

/** @type {View} */
const change = { icon: "square-pen", input: (args) => h(Changes, { args }), output: plain };

/** @type {View} */
const helper = {
  icon: "bot",
  input: (args) => h("blockquote", null, String(args.prompt ?? args.task ?? args.message ?? "")),
};

/** @type {Record<string, View>} */
const VIEWS = {
  Bash: shell,
  Edit: change,
  MultiEdit: change,
  Write: {
    icon: "file",
    input: (args) =>
      h(
        "div",
        null,
        h(PathLine, { args }),
        h(LongText, { text: String(args.content ?? ""), class: "terminal" }),
      ),
    output: plain,
  },
  Read: { icon: "file-text", input: (args) => h(PathLine, { args }), output: plain },
  Glob: { icon: "folder", output: plain },
  Grep: { icon: "search", output: plain },
  WebFetch: { icon: "globe", input: (args) => h(Outward, { url: String(args.url ?? "") }) },
  WebSearch: { icon: "globe" },
  TodoWrite: {
    icon: "list-todo",
    input: (args) => h(Todos, { items: args.todos ?? args.items ?? [] }),
    output: () => null,
  },
  Agent: helper,
  InvokeAgent: helper,
  ask_human: { icon: "circle-help", input: (args) => h(Asked, { args }) },
  AskUserQuestion: { icon: "circle-help", input: (args) => h(Asked, { args }) },
};

/** @param {string} name */
export const iconOf = (name) => VIEWS[name]?.icon ?? (name.startsWith("mcp__") ? "plug" : "wrench");

/** @param {{call: Call}} props */
export function Input({ call }) {
  return h(ArgsView, { name: call.name, args: call.args_approved ?? call.args, call });
}

/** The input of a call that may not exist yet. @param {{name: string, args: Record<string, any>, call?: Call}} props */
export function ArgsView({ name, args, call }) {
  const view = VIEWS[name]?.input;
  if (view) return view(args, /** @type {Call} */ (call));
  if (Object.keys(args).length === 0) return h("p", { class: "dim small" }, t("No input"));
  return h(
    "dl",
    { class: "args" },
    Object.entries(args).map(([key, value]) => [
      h("dt", { key: `${key}:` }, key),
      h(
        "dd",
        { key },
        h(LongText, { text: typeof value === "string" ? value : JSON.stringify(value, null, 2) }),
      ),
    ]),
  );
}

/** @param {{call: Call}} props */
export function Output({ call }) {
  const content = call.result?.content ?? "";
  const text =
    typeof content === "string" ? content : textOf(content) || JSON.stringify(content, null, 2);
  if (call.result?.is_error) return h(LongText, { text, class: "tool-error", label: t("Error") });
  const view = VIEWS[call.name]?.output;
  if (view) return view(text, call);
  return text ? plain(pretty(text)) : h("p", { class: "dim small" }, t("No output"));
}

/** JSON with its structure shown; other text as it is. @param {string} text */
function pretty(text) {
  if (!/^\s*[[{]/.test(text) || text.length > 200_000) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** @param {{args: Record<string, any>}} props */
function PathLine({ args }) {
  const path = String(args.path ?? args.file_path ?? "");
  const part =
    args.offset || args.limit
      ? t("from line {from}, {count} lines", { from: args.offset ?? 1, count: args.limit ?? "…" })
      : "";
  return h("p", { class: "mono small" }, path, part && h("span", { class: "dim" }, ` (${part})`));
}

/** @param {{args: Record<string, any>}} props */
function Changes({ args }) {
  const edits = Array.isArray(args.edits) ? args.edits : [args];
  return h(
    "div",
    null,
    h(PathLine, { args }),
    edits.map((edit, at) =>
      h(Diff, {
        key: at,
        before: String(edit.old_string ?? edit.old ?? ""),
        after: String(edit.new_string ?? edit.new ?? ""),
      }),
    ),
  );
}

const SIGNS = { same: " ", removed: "−", added: "+" };

/** @param {{before: string, after: string}} props */
export function Diff({ before, after }) {
  return h(
    "pre",
    { class: "diff", tabIndex: 0, "aria-label": t("Change") },
    diffLines(before, after).map(({ kind, text }, at) =>
      h(
        "span",
        { key: at, class: `line ${kind}` },
        h("span", { class: "sign" }, SIGNS[kind]),
        `${text}\n`,
      ),
    ),
  );
}

/** @param {{url: string}} props */
function Outward({ url }) {
  const isWeb = /^https?:\/\//i.test(url);
  return h(
    "p",
    null,
    isWeb ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, url) : url,
  );
}

/** @param {{items: any[]}} props */
function Todos({ items }) {
  /** @type {Record<string, string>} */
  const icons = { completed: "circle-check", in_progress: "circle-dot" };
  return h(
    "ul",
    { class: "todos" },
    items.map((item, at) =>
      h(
        "li",
        { key: at, class: item.status },
        h(
          "span",
          { class: "icon-slot" },
          item.status === "completed" ? "✓" : icons[item.status] ? "◐" : "○",
        ),
        String(item.content ?? item.text ?? item),
      ),
    ),
  );
}

/** @param {{args: Record<string, any>}} props */
function Asked({ args }) {
  const questions = Array.isArray(args.questions) ? args.questions : [args];
  return h(
    "ul",
    { class: "stack tight" },
    questions.map((one, at) =>
      h("li", { key: at }, String(one.question ?? one.text ?? one.prompt ?? one)),
    ),
  );
}
