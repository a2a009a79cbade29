import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { plainWords } from "../../../core/plain-words.js";
import { problemsOf } from "../../../core/schema.js";
import { Icon } from "../../../ui/icon.js";
import { useModel } from "../model.js";
import { ArgsView } from "../tool-views.js";
import { Frame, useAnswer } from "./frame.js";

/** @typedef {import("../../../types/api").Interruption} Interruption */

/**
 * May this call run? Deny, edit and allow are equally near; "always" is a second step.
 * @param {{item: Interruption, compact?: boolean}} props
 */
export function ApprovalCard({ item, compact = false }) {
  /** Absent in the inbox. @type {import("../model.js").Model | null} */
  const model = useModel();
  const { answer, isBusy, problem } = useAnswer(item);
  const [step, setStep] = useState(/** @type {"decide" | "edit" | "deny" | "always"} */ ("decide"));
  const { tool = "", args = {}, text } = item.prompt;
  const call = model?.toolCalls.value.get(item.tool_call_id ?? "");
  const words = plainWords(tool, args, call?.effect ?? item.prompt.effect);
  const back = () => setStep("decide");
  return h(
    Frame,
    { item, icon: "shield-alert", title: words.sentence, problem, compact },
    step !== "edit" && h("div", { class: "approval-args" }, h(ArgsView, { name: tool, args })),
    h("p", { class: "small" }, [words.risk, text].filter(Boolean).join(" ")),
    step === "decide" && h(Decide, { answer, isBusy, setStep }),
    step === "edit" &&
      h(EditArgs, {
        args,
        schema: item.prompt.schema,
        isBusy,
        back,
        save: (input) => answer({ decision: "allow", input }),
      }),
    step === "deny" &&
      h(Deny, {
        isBusy,
        back,
        deny: (reason) => answer({ decision: "deny", ...(reason ? { reason } : {}) }),
      }),
    step === "always" &&
      h(Always, {
        tool,
        isBusy,
        back,
        allow: (remember) => answer({ decision: "allow", remember }),
      }),
  );
}

/** @param {{answer: (body: Record<string, unknown>) => void, isBusy: boolean, setStep: (step: any) => void}} props */
function Decide({ answer, isBusy, setStep }) {
  const button = (
    /** @type {string} */ act,
    /** @type {string} */ icon,
    /** @type {string} */ label,
    /** @type {() => void} */ onClick,
    kind = "",
  ) =>
    h(
      "button",
      { type: "button", class: `button ${kind}`, disabled: isBusy, onClick, "data-act": act },
      h(Icon, { name: icon, size: 14 }),
      label,
    );
  return h(
    "div",
    { class: "row wrap decide" },
    button("deny", "ban", t("Deny"), () => answer({ decision: "deny" })),
    button("edit", "pencil", t("Edit"), () => setStep("edit")),
    button("allow", "check", t("Allow once"), () => answer({ decision: "allow" }), "primary"),
    h(
      "span",
      { class: "row decide-more" },
      button("reason", "message-square", t("Deny, say why…"), () => setStep("deny"), "quiet"),
      button("always", "check-check", t("Always…"), () => setStep("always"), "quiet"),
    ),
  );
}

/** @param {{args: Record<string, any>, schema: any, isBusy: boolean, back: () => void, save: (input: any) => void}} props */
function EditArgs({ args, schema, isBusy, back, save }) {
  const [text, setText] = useState(JSON.stringify(args, null, 2));
  const { value, problems } = check(text, schema);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (problems.length === 0) save(value);
  };
  return h(
    "form",
    { class: "stack tight", onSubmit: submit },
    h(
      "label",
      { class: "field-label" },
      t("The input as it will run (JSON)"),
      h("textarea", {
        class: "input code",
        rows: Math.min(18, text.split("\n").length + 1),
        value: text,
        spellcheck: false,
        "aria-invalid": String(problems.length > 0),
        onInput: (/** @type {any} */ event) => setText(event.currentTarget.value),
        onKeyDown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation(),
      }),
    ),
    problems.length > 0 &&
      h(
        "ul",
        { class: "problems small", role: "alert" },
        problems.slice(0, 5).map((one) => h("li", { key: one }, one)),
      ),
    h(
      "div",
      { class: "row wrap" },
      h("button", { type: "button", class: "button", onClick: back }, t("Back")),
      h(
        "button",
        {
          type: "submit",
          class: "button primary",
          disabled: isBusy || problems.length > 0,
          "data-act": "send",
        },
        t("Allow this input"),
      ),
    ),
  );
}

/** @param {string} text @param {any} schema */
function check(text, schema) {
  try {
    const value = JSON.parse(text);
    return { value, problems: problemsOf({ type: "object", ...schema }, value) };
  } catch (error) {
    return {
      value: null,
      problems: [t("Not valid JSON: {reason}", { reason: String(error.message ?? error) })],
    };
  }
}

/** @param {{isBusy: boolean, back: () => void, deny: (reason: string) => void}} props */
function Deny({ isBusy, back, deny }) {
  const [reason, setReason] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    deny(reason.trim());
  };
  return h(
    "form",
    { class: "stack tight", onSubmit: submit },
    h(
      "label",
      { class: "field-label" },
      t("Why not? The agent reads it (optional)"),
      h("input", {
        class: "input",
        value: reason,
        autofocus: true,
        ref: (/** @type {HTMLInputElement | null} */ element) => element?.focus(),
        onInput: (/** @type {any} */ event) => setReason(event.currentTarget.value),
      }),
    ),
    h(
      "div",
      { class: "row wrap" },
      h("button", { type: "button", class: "button", onClick: back }, t("Back")),
      h(
        "button",
        { type: "submit", class: "button danger", disabled: isBusy, "data-act": "send" },
        t("Deny"),
      ),
    ),
  );
}

/** @param {{tool: string, isBusy: boolean, back: () => void, allow: (scope: string) => void}} props */
function Always({ tool, isBusy, back, allow }) {
  const scope = (/** @type {string} */ name, /** @type {string} */ label) =>
    h(
      "button",
      { type: "button", class: "button", disabled: isBusy, onClick: () => allow(name) },
      label,
    );
  return h(
    "div",
    { class: "stack tight" },
    h(
      "p",
      { class: "small" },
      t(
        "Allow now, and write a rule so that {tool} need not ask again. For commands, paths and addresses the rule covers exactly this one. It can be taken back under Tools.",
        { tool },
      ),
    ),
    h(
      "div",
      { class: "row wrap" },
      h("button", { type: "button", class: "button", onClick: back }, t("Back")),
      scope("session", t("In this session")),
      scope("agent", t("For this agent")),
      scope("workspace", t("In the workspace")),
    ),
  );
}
