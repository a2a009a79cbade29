/** A finished turn in one line: "Read 3 files, ran 2 commands, asked once, 41 s". */
import { t, tn } from "./i18n.js";
import { toMs } from "./time.js";

/**
 * @typedef {import("../types/api").ToolCall} ToolCall
 * @typedef {import("../types/api").Run} Run
 */

/** @type {Record<string, string>} */
const FAMILY = {
  Read: "read",
  NotebookRead: "read",
  Write: "wrote",
  Edit: "wrote",
  MultiEdit: "wrote",
  NotebookEdit: "wrote",
  Bash: "ran",
  Glob: "searched",
  Grep: "searched",
  WebSearch: "searched",
  WebFetch: "fetched",
  ask_human: "asked",
  AskUserQuestion: "asked",
  Agent: "delegated",
  InvokeAgent: "delegated",
  TodoWrite: "planned",
};

/** @type {Record<string, (count: number) => string>} */
const SENTENCE = {
  read: (count) => tn("read {count} file", "read {count} files", count),
  wrote: (count) => tn("changed {count} file", "changed {count} files", count),
  ran: (count) => tn("ran {count} command", "ran {count} commands", count),
  searched: (count) => tn("searched once", "searched {count} times", count),
  fetched: (count) => tn("read {count} page", "read {count} pages", count),
  asked: (count) => tn("asked once", "asked {count} times", count),
  delegated: (count) => tn("had help once", "had help {count} times", count),
  planned: () => t("kept a list"),
  used: (count) => tn("used {count} tool", "used {count} tools", count),
  failed: (count) => tn("{count} failed", "{count} failed", count),
  denied: (count) => tn("{count} denied", "{count} denied", count),
};

/**
 * @param {Iterable<ToolCall>} calls
 * @returns {string[]} phrases in the order of first use, failures last
 */
export function deeds(calls) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const add = (/** @type {string} */ name) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let failed = 0;
  let denied = 0;
  for (const call of calls) {
    if (call.state === "denied") denied += 1;
    else if (call.state === "failed") failed += 1;
    if (call.state !== "denied") add(FAMILY[call.name] ?? "used");
  }
  const phrases = [...counts].map(([name, count]) => SENTENCE[name](count));
  if (failed) phrases.push(SENTENCE.failed(failed));
  if (denied) phrases.push(SENTENCE.denied(denied));
  return phrases;
}

/**
 * @param {Run | null} run
 * @param {import("../types/api").Message[]} messages
 * @returns {number | null} seconds that the turn took
 */
export function turnSeconds(run, messages) {
  const from = run?.started_at ?? run?.queued_at ?? messages[0]?.ts;
  const to = run?.ended_at ?? messages.at(-1)?.ts;
  const seconds = (toMs(to) - toMs(from)) / 1000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** With its first letter large. @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
