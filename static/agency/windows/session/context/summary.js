import { h } from "preact";
import { t } from "../../../core/i18n.js";
import { tokens } from "../../../core/time.js";
import { Markdown } from "../../../md/markdown.js";
import { Icon } from "../../../ui/icon.js";
import { Time } from "../../../ui/time.js";

/** @typedef {import("../../../types/api").Compaction} Compaction */

/** The summary that the model is sent, to be read. @param {{compaction: Compaction}} props */
export function Summary({ compaction }) {
  return h(
    "section",
    { class: "stack tight" },
    h("h4", null, t("The summary in force")),
    h(Sizes, { compaction }),
    h("div", { class: "summary-text" }, h(Markdown, { text: compaction.summary })),
  );
}

/** @param {{compaction: Compaction}} props */
const Sizes = ({ compaction: { tokens_before: before, tokens_after: after, created_at } }) =>
  h(
    "p",
    { class: "small dim row wrap" },
    after !== null && h("span", null, `${tokens(before)} → ${tokens(after)}`),
    h(Time, { at: created_at }),
  );

/**
 * The place in the transcript from which on the model reads the messages themselves.
 * @param {{compaction: Compaction}} props
 */
export function Fold({ compaction }) {
  return h(
    "details",
    { class: "fold" },
    h(
      "summary",
      null,
      h(Icon, { name: "fold-vertical", size: 14 }),
      h("span", null, t("Older messages are summarised for the model; you still see all")),
      h(Icon, { name: "chevron-down", size: 14 }),
    ),
    h(
      "div",
      { class: "fold-body" },
      h(Sizes, { compaction }),
      h(Markdown, { text: compaction.summary }),
    ),
  );
}
