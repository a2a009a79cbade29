import { h } from "preact";

/**
 * Which keys do what here, in one quiet line.
 * @param {{hints: [keys: string[], words: string][], class: string}} props
 */
export function KeyHints({ hints, class: look }) {
  return h(
    "p",
    { class: `${look} dim small` },
    hints.map(([keys, words]) =>
      h(
        "span",
        { key: words },
        keys.map((key) => h("kbd", { key }, key)),
        " ",
        words,
      ),
    ),
  );
}
