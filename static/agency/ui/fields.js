import { h } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icon.js";

/**
 * What every field shares: a label, a hint, and the problem the server named.
 * @typedef {{label: string, hint?: string, problem?: string | string[], hideLabel?: boolean}} Labelled
 */

/**
 * @param {Labelled & {id: string, children: any}} props
 */
export function Field({ id, label, hint, problem, hideLabel, children }) {
  const problems = problem ? [problem].flat() : [];
  return h(
    "div",
    { class: "field" },
    h("label", { htmlFor: id, class: hideLabel ? "visually-hidden" : undefined }, label),
    children,
    hint && h("span", { class: "hint", id: `${id}-hint` }, hint),
    problems.map((text) => h("span", { class: "problem", id: `${id}-problem`, key: text }, text)),
  );
}

/** @param {string} id @param {Labelled} props */
const described = (id, { hint, problem }) => ({
  "aria-invalid": problem ? "true" : undefined,
  "aria-describedby":
    [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ") || undefined,
});

/**
 * @param {Labelled & {value: string | number | null | undefined, onChange?: (value: string) => void,
 *   [attribute: string]: any}} props
 */
export function TextField({
  label,
  hint,
  problem,
  hideLabel,
  value,
  onChange,
  type = "text",
  ...rest
}) {
  const id = useId();
  return h(Field, {
    id,
    label,
    hint,
    problem,
    hideLabel,
    children: h("input", {
      id,
      type,
      class: "input",
      value: value ?? "",
      autocomplete: "off",
      onInput: (/** @type {any} */ event) => onChange?.(event.currentTarget.value),
      ...described(id, { label, hint, problem }),
      ...rest,
    }),
  });
}

/**
 * @param {Labelled & {value: string | null | undefined, onChange?: (value: string) => void, code?: boolean,
 *   [attribute: string]: any}} props
 */
export function TextArea({
  label,
  hint,
  problem,
  hideLabel,
  value,
  onChange,
  code,
  rows = 4,
  ...rest
}) {
  const id = useId();
  return h(Field, {
    id,
    label,
    hint,
    problem,
    hideLabel,
    children: h("textarea", {
      id,
      rows,
      class: `input ${code ? "code" : ""}`,
      value: value ?? "",
      spellcheck: !code,
      onInput: (/** @type {any} */ event) => onChange?.(event.currentTarget.value),
      ...described(id, { label, hint, problem }),
      ...rest,
    }),
  });
}

/**
 * @typedef {{value: string, label: string, disabled?: boolean}} Option
 * @param {Labelled & {value: string | null | undefined, onChange?: (value: string) => void,
 *   options: Option[], empty?: string, [attribute: string]: any}} props
 */
export function Select({
  label,
  hint,
  problem,
  hideLabel,
  value,
  onChange,
  options,
  empty,
  ...rest
}) {
  const id = useId();
  return h(Field, {
    id,
    label,
    hint,
    problem,
    hideLabel,
    children: h(
      "select",
      {
        id,
        class: "input",
        value: value ?? "",
        onChange: (/** @type {any} */ event) => onChange?.(event.currentTarget.value),
        ...described(id, { label, hint, problem }),
        ...rest,
      },
      empty !== undefined && h("option", { value: "", selected: !value }, empty),
      options.map((option) =>
        h(
          "option",
          {
            key: option.value,
            value: option.value,
            disabled: option.disabled,
            selected: option.value === value,
          },
          option.label,
        ),
      ),
    ),
  });
}

/** @param {{label: any, checked: boolean, onChange: (on: boolean) => void, hint?: string, disabled?: boolean}} props */
export function Checkbox({ label, checked, onChange, hint, disabled }) {
  return h(
    "label",
    { class: "checkbox" },
    h("input", {
      type: "checkbox",
      checked,
      disabled,
      onChange: (/** @type {any} */ event) => onChange(event.currentTarget.checked),
    }),
    h("span", null, label, hint && h("small", { class: "block" }, hint)),
  );
}

/**
 * One of a few, as a row of buttons.
 * @param {{label: string, value: string, options: Option[], onChange: (value: string) => void}} props
 */
export function Segmented({ label, value, options, onChange }) {
  return h(
    "div",
    { class: "segmented", role: "group", "aria-label": label },
    options.map((option) =>
      h(
        "button",
        {
          key: option.value,
          type: "button",
          "aria-pressed": String(option.value === value),
          onClick: () => onChange(option.value),
        },
        option.label,
      ),
    ),
  );
}

/**
 * @param {{label: string, value: string, onChange: (value: string) => void, placeholder?: string,
 *   [attribute: string]: any}} props
 */
export function SearchField({ label, value, onChange, placeholder, ...rest }) {
  return h(
    "div",
    { class: "search", role: "search", "aria-label": label },
    h(Icon, { name: "search", size: 14 }),
    h("input", {
      type: "search",
      class: "input",
      value,
      placeholder: placeholder ?? label,
      "aria-label": label,
      onInput: (/** @type {any} */ event) => onChange(event.currentTarget.value),
      ...rest,
    }),
  );
}
