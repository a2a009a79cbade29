import { h } from "preact";
import { t } from "../core/i18n.js";
import { Icon } from "./icon.js";
import { draftWords } from "./use-draft.js";

/**
 * The foot of a form: what is unsaved, save, take back; and what to do when someone else was first.
 * @param {{draft: import("./use-draft.js").Draft, create?: boolean, extra?: any}} props
 */
export function SaveBar({ draft, create = false, extra }) {
  return h(
    "div",
    { class: "save-bar" },
    draft.theirs &&
      h(
        "div",
        { class: "notice", role: "alert" },
        h(Icon, { name: "git-compare" }),
        h("span", { class: "grow" }, t("Someone else saved this while you wrote.")),
        h(
          "button",
          { type: "button", class: "button small", onClick: draft.discard },
          t("Take theirs"),
        ),
        h(
          "button",
          { type: "button", class: "button small", onClick: draft.takeMine },
          t("Save mine over it"),
        ),
      ),
    draft.error &&
      !draft.theirs &&
      h(
        "p",
        { class: "notice failed", role: "alert" },
        h(Icon, { name: "alert-triangle" }),
        h("span", null, `${draft.error.title}. ${draft.error.detail ?? ""}`),
      ),
    h(
      "div",
      { class: "row" },
      h("span", { class: "dim small grow", role: "status" }, create ? "" : draftWords(draft)),
      extra,
      draft.dirty &&
        h(
          "button",
          { type: "button", class: "button", onClick: draft.discard, disabled: draft.busy },
          t("Take back"),
        ),
      h(
        "button",
        {
          type: "button",
          class: "button primary",
          onClick: draft.commit,
          disabled: !draft.dirty || draft.busy,
        },
        create ? t("Create") : t("Save"),
      ),
    ),
  );
}
