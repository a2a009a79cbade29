import { h } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { Frame, useAnswer } from "./frame.js";

/**
 * @typedef {import("../../../types/api").Question} Question
 * @typedef {{options: string[], text: string}} Given
 */

/**
 * The agent asks; options, several of them, or free words answer.
 * @param {{item: import("../../../types/api").Interruption, compact?: boolean}} props
 */
export function QuestionCard({ item, compact = false }) {
  const { answer, isBusy, problem } = useAnswer(item);
  const asked = item.prompt.questions ?? [];
  const questions = asked.length > 0 ? asked : [{ id: "1", text: item.prompt.text }];
  const { given, choose, write, isComplete, send } = useGiven(questions, (answers) =>
    answer({ answers }),
  );
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isComplete) send(given);
  };
  const many = t("{n} questions for you", { n: questions.length });
  const title = questions.length > 1 ? many : t("A question for you");
  return h(
    Frame,
    { item, icon: "circle-help", problem, compact, title },
    h(
      "form",
      { class: "stack", onSubmit: submit },
      questions.map((question) =>
        h(One, { key: question.id, question, given: given[question.id], isBusy, choose, write }),
      ),
      h("div", { class: "row wrap" }, h(Send, { disabled: isBusy || !isComplete })),
    ),
  );
}

/** @param {{disabled: boolean}} props */
const Send = ({ disabled }) =>
  h(
    "button",
    { type: "submit", class: "button primary", disabled, "data-act": "send" },
    t("Answer"),
  );

/**
 * What was chosen and written so far; a single choice is an answer at once.
 * @param {Question[]} questions
 * @param {(answers: Record<string, unknown>) => void} answer
 */
function useGiven(questions, answer) {
  const [given, setGiven] = useState(/** @type {Record<string, Given>} */ ({}));
  const isSingle = questions.length === 1 && !questions[0].multi;
  const send = (/** @type {Record<string, Given>} */ all) => answer(toAnswers(questions, all));
  const choose = (/** @type {Question} */ question, /** @type {string} */ label) => {
    const now = toggled(given[question.id], label, Boolean(question.multi));
    const next = { ...given, [question.id]: now };
    setGiven(next);
    if (isSingle && now.options.length > 0 && !now.text) send(next);
  };
  const write = (/** @type {string} */ id, /** @type {string} */ text) =>
    setGiven({ ...given, [id]: { options: given[id]?.options ?? [], text } });
  const isComplete = questions.every((one) => isAnswered(given[one.id]));
  return { given, choose, write, isComplete, send };
}

/** @param {{question: Question, given: Given | undefined, isBusy: boolean, choose: (question: Question, label: string) => void, write: (id: string, text: string) => void}} props */
function One({ question, given, isBusy, choose, write }) {
  const id = useId();
  const options = question.options ?? [];
  return h(
    "fieldset",
    { class: "field question", disabled: isBusy },
    h(
      "legend",
      { id },
      question.header && h("span", { class: "chip" }, question.header),
      h("span", null, question.text),
      question.multi && h("span", { class: "small dim" }, t("More than one may be chosen.")),
    ),
    options.length > 0 &&
      h(
        "div",
        { class: "options", role: "group", "aria-labelledby": id },
        options.map(({ label, description }) =>
          h(
            "button",
            {
              key: label,
              type: "button",
              class: "option",
              "aria-pressed": String(given?.options.includes(label) ?? false),
              onClick: () => choose(question, label),
            },
            h("strong", null, label),
            description && h("span", { class: "small soft" }, description),
          ),
        ),
      ),
    h("textarea", {
      class: "input grow-field",
      rows: options.length > 0 ? 1 : 3,
      value: given?.text ?? "",
      placeholder: options.length > 0 ? t("Or say it in your own words") : t("Your answer"),
      "aria-label": options.length > 0 ? t("Answer in your own words") : t("Your answer"),
      onInput: (/** @type {any} */ event) => write(question.id, event.currentTarget.value),
      onKeyDown: sendOnEnter,
    }),
  );
}

/** @param {KeyboardEvent} event */
function sendOnEnter(event) {
  event.stopPropagation();
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  /** @type {HTMLTextAreaElement} */ (event.currentTarget).form?.requestSubmit();
}

/** @param {Given | undefined} given */
const isAnswered = (given) => Boolean(given && (given.options.length > 0 || given.text.trim()));

/**
 * @param {Given | undefined} given
 * @param {string} label
 * @param {boolean} isMulti
 * @returns {Given}
 */
function toggled(given, label, isMulti) {
  const options = given?.options ?? [];
  const text = given?.text ?? "";
  if (options.includes(label)) return { options: options.filter((one) => one !== label), text };
  return { options: isMulti ? [...options, label] : [label], text };
}

/**
 * @param {Question[]} questions
 * @param {Record<string, Given>} given
 */
const toAnswers = (questions, given) =>
  Object.fromEntries(
    questions.map(({ id }) => {
      const { options = [], text = "" } = given[id] ?? {};
      return [id, { options, ...(text.trim() ? { text: text.trim() } : {}) }];
    }),
  );
