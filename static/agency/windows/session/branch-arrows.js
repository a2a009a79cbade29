import { h } from "preact";
import { t } from "../../core/i18n.js";
import { siblingsOf } from "../../core/siblings.js";
import { Icon } from "../../ui/icon.js";
import { useModel } from "./model.js";

/** `‹ 2 / 3 ›` at a message that has alternatives. @param {{message: import("../../types/api").Message}} props */
export function BranchArrows({ message }) {
  const model = useModel();
  const { index, total, branchIds } = siblingsOf(model.branches.value, message);
  if (total < 2) return null;
  const isWorking = model.run.value !== null;
  const why = isWorking ? t("only to look; the turn under way goes on") : "";
  const go = (/** @type {number} */ to) => () => model.show(branchIds[to]);
  const arrow = (
    /** @type {number} */ to,
    /** @type {string} */ icon,
    /** @type {string} */ label,
  ) =>
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        disabled: to < 0 || to >= total,
        "aria-label": label,
        title: why ? `${label}: ${why}` : label,
        onClick: go(to),
      },
      h(Icon, { name: icon, size: 14 }),
    );
  return h(
    "span",
    {
      class: "branch-arrows",
      role: "group",
      "aria-label": t("Version {n} of {total}", { n: index + 1, total }),
    },
    arrow(index - 1, "chevron-left", t("Earlier version")),
    h("span", { class: "small" }, `${index + 1} / ${total}`),
    arrow(index + 1, "chevron-right", t("Later version")),
  );
}
