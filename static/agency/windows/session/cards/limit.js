import { h } from "preact";
import { useState } from "preact/hooks";
import { amount, roundLimit, windowWords } from "../../../core/budget.js";
import { t } from "../../../core/i18n.js";
import { limitTitle } from "../../../core/plain-words.js";
import { openWindow } from "../../../desktop/open.js";
import { Button } from "../../../ui/button.js";
import { TextField } from "../../../ui/fields.js";
import { CapBar } from "../../usage/budgets/bar.js";
import { unitWords } from "../../usage/budgets/words.js";
import { Frame, useAnswer } from "./frame.js";

/**
 * @typedef {import("../../../types/api").Interruption} Interruption
 * @typedef {{scope: string, unit: string, window: string, limit: string, spent: string,
 *   reserved: string, reason: "full" | "unpriced", need?: string, least?: string,
 *   suggested?: string, estimated?: boolean, model?: string}} Evidence
 */

/** A cap stands in the way of the next model call: raise it or stop. @param {{item: Interruption, compact?: boolean}} props */
export function LimitCard({ item, compact = false }) {
  const evidence = /** @type {Evidence} */ (item.prompt.evidence ?? {});
  const asked = useAnswer(item);
  const isPrice = evidence.reason === "unpriced";
  const title = limitTitle(evidence) ?? item.prompt.title;
  return h(
    Frame,
    { item, icon: "wallet", problem: asked.problem, compact, title },
    isPrice
      ? h(Unpriced, { evidence, asked })
      : h(Full, { evidence, asked, text: item.prompt.text }),
  );
}

/** @param {{asked: ReturnType<typeof useAnswer>}} props */
const Stop = ({ asked }) =>
  h(
    Button,
    {
      disabled: asked.isBusy,
      "data-act": "deny",
      run: () => asked.answer({ decision: "stop" }),
    },
    t("Stop here"),
  );

const All = () =>
  h(
    Button,
    { kind: "quiet", small: true, run: () => openWindow("usage;tab=budgets") },
    t("All budgets"),
  );

/** How much is spent and how much is needed. @param {Evidence} evidence */
function reason({ unit, limit, spent, reserved, window, need, estimated }) {
  const figures = {
    spent: amount(unit, spent),
    limit: amount(unit, limit),
    over: windowWords(window),
    held: amount(unit, reserved),
    need: amount(unit, need ?? 0),
  };
  const words = [
    t("{spent} of {limit} {over} spent.", figures),
    Number(reserved) > 0 && t("{held} held for calls under way.", figures),
    estimated
      ? t("The next model call may take up to {need}.", figures)
      : t("The next model call takes {need}.", figures),
  ];
  return words.filter(Boolean).join(" ");
}

/** @param {{evidence: Evidence, asked: ReturnType<typeof useAnswer>, text: string}} props */
function Full({ evidence, asked, text }) {
  const { unit, limit, least = "0", suggested } = evidence;
  const [wanted, setWanted] = useState(roundLimit(unit, suggested ?? limit));
  if (!unit) return h("p", null, text);
  const isLess = !(Number(wanted) >= Number(least));
  const raise = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!isLess) asked.answer({ decision: "raise", limit: wanted.trim() });
  };
  return h(
    "form",
    { class: "stack", onSubmit: raise },
    h("p", null, reason(evidence)),
    h(CapBar, { cap: evidence }),
    h(
      "div",
      { class: "row wrap decide limit-decide" },
      h(Stop, { asked }),
      h(TextField, {
        label: t("New limit in {unit}", { unit: unitWords()[unit] }),
        value: wanted,
        onChange: setWanted,
        inputMode: "decimal",
        problem: isLess ? t("At least {least}", { least: amount(unit, least) }) : undefined,
      }),
      h(
        Button,
        { type: "submit", kind: "primary", disabled: asked.isBusy || isLess, "data-act": "allow" },
        t("Raise and go on"),
      ),
      h("span", { class: "grow" }),
      h(All, null),
    ),
  );
}

/** @param {{evidence: Evidence, asked: ReturnType<typeof useAnswer>}} props */
function Unpriced({ evidence, asked }) {
  const { unit, limit, window } = evidence;
  const values = { limit: amount(unit, limit), over: windowWords(window) };
  return [
    h(
      "p",
      { key: "why" },
      t(
        "A budget of {limit} {over} cannot count what this model costs. You may let this session use it uncounted, or give the model a price first.",
        values,
      ),
    ),
    h(
      "div",
      { class: "row wrap decide", key: "decide" },
      h(Stop, { asked }),
      h(
        Button,
        {
          kind: "primary",
          disabled: asked.isBusy,
          "data-act": "allow",
          run: () => asked.answer({ decision: "raise" }),
        },
        t("Use it uncounted"),
      ),
      h("span", { class: "grow" }),
      h(
        Button,
        { kind: "quiet", small: true, run: () => openWindow("settings;tab=models") },
        t("Give it a price"),
      ),
    ),
  ];
}
