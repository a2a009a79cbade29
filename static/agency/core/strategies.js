/** What may become of a message that is sent while the agent works. */
import { t } from "./i18n.js";

/** @typedef {"queue" | "steer" | "interrupt"} Strategy */

/** @type {Strategy[]} */
export const STRATEGIES = ["queue", "steer", "interrupt"];

/** @type {Record<Strategy, () => string>} */
const NAMES = {
  queue: () => t("Queue"),
  steer: () => t("Steer"),
  interrupt: () => t("Interrupt"),
};

/** @type {Record<Strategy, () => string>} */
const EFFECTS = {
  queue: () => t("Waits until this turn has ended, then runs."),
  steer: () => t("The agent reads it before its next step and goes on."),
  interrupt: () => t("Stops the turn, keeps what was written, and runs this first."),
};

/** @type {Record<Strategy, string>} */
export const STRATEGY_ICONS = { queue: "list", steer: "corner-down-right", interrupt: "zap" };

/** @param {unknown} word @returns {Strategy} */
export const asStrategy = (word) =>
  STRATEGIES.find((one) => one === word) ?? /** @type {Strategy} */ ("queue");

/** @param {Strategy} strategy */
export const strategyName = (strategy) => NAMES[strategy]();

/** @param {Strategy} strategy */
export const strategyEffect = (strategy) => EFFECTS[strategy]();
