/** Caps: amounts in their unit, how far they are used, who may change them. Pure. */
import { locale, t } from "./i18n.js";
import { duration, money, tokens } from "./time.js";

/** @typedef {import("../types/api").Budget} Budget */

/** An amount in the unit of a cap. @param {string} unit @param {string | number} value */
export function amount(unit, value) {
  const number = Number(value);
  if (unit === "usd") return money(value);
  if (unit === "seconds") return duration(number);
  if (unit === "tokens") return t("{n} tokens", { n: tokens(number) });
  return t("{n} calls", { n: new Intl.NumberFormat(locale()).format(number) });
}

/**
 * How much of a cap is spent and held back, in percent of it.
 * @param {{limit: string | number, spent: string | number, reserved: string | number}} cap
 */
export function shares({ limit, spent, reserved }) {
  const whole = Number(limit);
  const used = whole > 0 ? Math.min(100, (Number(spent) / whole) * 100) : 100;
  const held = whole > 0 ? Math.min(100 - used, (Number(reserved) / whole) * 100) : 0;
  return { spent: used, reserved: held, isFull: Number(spent) >= whole };
}

/**
 * A limit as a person would set it: not lower than what was suggested, and without a tail of digits.
 * @param {string} unit @param {string | number} suggested
 */
export function roundLimit(unit, suggested) {
  const number = Number(suggested);
  const step = unit === "usd" ? 100 : 1;
  return String(Math.ceil(number * step - 1e-9) / step);
}

/** @param {string} scope */
export const scopeWords = (scope) =>
  ({
    run: t("One run"),
    session: t("Session"),
    agent: t("Agent"),
    user: t("Person"),
    workspace: t("Workspace"),
  })[scope] ?? scope;

/** @param {string} window */
export const windowWords = (window) =>
  ({ total: t("in all"), day: t("each day"), month: t("each month") })[window] ?? window;

/**
 * Whether a person may change a cap: their own session's, an agent's as an editor, all others as an
 * owner of the workspace.
 * @param {Pick<Budget, "scope" | "subject" | "workspace_id">} cap
 * @param {{role: string | undefined, me: number | undefined,
 *   ownerOf: (sessionId: string) => number | undefined}} who
 */
export function mayKeep({ scope, subject }, { role, me, ownerOf }) {
  if (scope === "session") return ownerOf(subject) === me;
  if (scope === "agent") return role === "owner" || role === "editor";
  return scope !== "run" && role === "owner";
}
