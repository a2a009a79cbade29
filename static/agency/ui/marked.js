import { h } from "preact";

/**
 * A text in which what was looked for is marked.
 * @param {{parts: import("../types/api").ExcerptPart[], class?: string}} props
 */
export const Marked = ({ parts, class: extra }) =>
  h(
    "span",
    { class: extra },
    parts.map(({ text, hit }, at) => (hit ? h("mark", { key: at }, text) : text)),
  );
