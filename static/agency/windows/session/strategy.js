import { h } from "preact";
import { useId } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import {
  asStrategy,
  STRATEGIES,
  STRATEGY_ICONS,
  strategyEffect,
  strategyName,
} from "../../core/strategies.js";
import { savePreferences } from "../../intents/save_preferences.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";

/** @typedef {import("../../core/strategies.js").Strategy} Strategy */

/** What this person chose last, on whichever device. @returns {Strategy} */
export const chosenStrategy = () => asStrategy(store.me.value?.preferences?.when_busy);

/** @param {Strategy} strategy */
const choose = (strategy) =>
  attempt(() => savePreferences({ when_busy: strategy }), t("The choice was not kept"));

/** What becomes of a message that is sent now, while the agent works; arrows choose. */
export function StrategyChoice() {
  const id = useId();
  const chosen = chosenStrategy();
  return h(
    "div",
    { class: "strategy" },
    h(
      "div",
      {
        class: "strategy-options",
        role: "radiogroup",
        "aria-label": t("While the agent works"),
        "aria-describedby": id,
        onKeyDown: (/** @type {KeyboardEvent} */ event) => walk(event, chosen),
      },
      STRATEGIES.map((one) => h(Option, { key: one, strategy: one, isChosen: one === chosen })),
    ),
    h("span", { id, class: "small dim strategy-effect", role: "status" }, strategyEffect(chosen)),
  );
}

/** @param {{strategy: Strategy, isChosen: boolean}} props */
const Option = ({ strategy, isChosen }) =>
  h(
    "button",
    {
      type: "button",
      role: "radio",
      "aria-checked": String(isChosen),
      tabIndex: isChosen ? 0 : -1,
      title: strategyEffect(strategy),
      onClick: () => choose(strategy),
    },
    h(Icon, { name: STRATEGY_ICONS[strategy], size: 14 }),
    strategyName(strategy),
  );

/** @param {KeyboardEvent} event @param {Strategy} chosen */
function walk(event, chosen) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const at = (STRATEGIES.indexOf(chosen) + by + STRATEGIES.length) % STRATEGIES.length;
  choose(STRATEGIES[at]);
  const options = /** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("[role=radio]");
  /** @type {HTMLElement} */ (options[at]).focus();
}
