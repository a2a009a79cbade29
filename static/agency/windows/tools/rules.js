/** Words and order of rules about tools. Pure. */
import { t } from "../../core/i18n.js";

/** @typedef {{id: string, scope: string, pattern: string, outcome: string, argument: any, reason: string, expires_at: string | null, agent_id: string | null, session_id: string | null}} Policy */

/** @param {string} outcome */
export const outcomeWords = (outcome) =>
  ({ allow: t("Allow"), ask: t("Ask"), deny: t("Deny") })[outcome] ?? outcome;

/** @param {string} scope */
export const scopeWords = (scope) =>
  ({ workspace: t("Workspace"), agent: t("Agent"), session: t("Session") })[scope] ?? scope;

/** What a tool's effect class means when something breaks. @param {string} effect */
export const effectWords = (effect) =>
  ({
    pure: { short: t("Reads only"), long: t("Changes nothing; may be run again freely.") },
    idempotent: {
      short: t("Repeatable"),
      long: t("Running it again with its key does nothing more."),
    },
    once: {
      short: t("Acts once"),
      long: t("Never repeated by itself; when a crash leaves it unknown, a person is asked."),
    },
  })[effect] ?? { short: effect, long: "" };

/**
 * Where the policy in force comes from, for people.
 * @param {{outcome: string, origin: string, reason?: string} | undefined} effective
 */
export function originWords(effective) {
  const known = /** @type {Record<string, string>} */ ({
    session: t("by this session's rule"),
    agent: t("by the agent's rule"),
    workspace: t("by the workspace's rule"),
    tool: t("its own default"),
    default: t("because nothing says otherwise"),
    unknown: t("because nobody knows the tool"),
  });
  return known[effective?.origin ?? ""] ?? effective?.reason ?? "";
}

/** Whether a rule speaks of a tool; `*`, `?` and `[…]` as in file names. @param {string} pattern @param {string} name */
export function covers(pattern, name) {
  if (pattern === name) return true;
  const escaped = pattern
    .replace(/[.+^${}()|\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  try {
    return new RegExp(`^${escaped}$`).test(name);
  } catch {
    return false;
  }
}

/** @param {any} argument */
export const argumentWords = (argument) =>
  argument === null || argument === undefined
    ? ""
    : typeof argument === "string"
      ? argument
      : JSON.stringify(argument);
