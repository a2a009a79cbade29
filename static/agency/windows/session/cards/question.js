import { h } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { Frame, useAnswer } from "./frame.js";

/**
 * @typedef {import("../../../types/api").Question} Question
 * @typedef {{options: string[], text: string}} Given
 */

/** The agent asks; options, several of them, or free words answer. @param {{item: import("../../../types/api").Interruption, compact?: boolean}} props */
export function QuestionCard({ item, compact = false }) {
  const { answer, isBusy, problem } = useAnswer(item);
  const questions = item.prompt.questions?.length
    ? item.prompt.questions
    : [{ id: "1", text: item.prompt.text }];
  const [given, setGiven] = useState(/** @type {Record<string, Given>} */ ({}));
  const isSingle = questions.length === 1 && !questions[0].multi;
  const isComplete = questions.every((one) => isAnswered(given[one.id]));
  const send = (/** @type {Record<string, Given>} */ all) =>
    answer({ answers: toAnswers(questions, all) });
  const choose = (/** @type {Question} */ question, /** @type {string} */ label) => {
    const next = {
      ...given,
      [question.id]: toggled(given[question.id], label, Boolean(question.multi)),
    };
    setGiven(next);
    if (isSingle && !next[question.id].text) send(next);
  };
  const write = (/** @type {string} */ id, /** @type {string} */ text) =>
    setGiven({ ...given, [id]: { options: given[id]?.options ?? [], text } });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isComplete) send(given);
  };
  return h(
    Frame,
    {
      item,
      icon: "circle-help",
      problem,
      compact,
      title:
        questions.length > 1
          ? t("{n} questions for you", { n: questions.length })
          : t("A question for you"),
    },
    h(
      "form",
      { class: "stack", onSubmit: submit },
      questions.map((question) =>
        h(One, { key: question.id, question, given: given[question.id], isBusy, choose, write }),
      ),
      h(
        "div",
        { class: "row wrap" },
        h(
          "button",
          {
            type: "submit",
            class: "button primary",
            disabled: isBusy || !isComplete,
            "data-act": "send",
          },
          t("Answer"),
        ),
      ),
    ),
  );
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
      " ",
      question.text,
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
    question.multi && h("p", { class: "hint" }, t("More than one may be chosen.")),
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
