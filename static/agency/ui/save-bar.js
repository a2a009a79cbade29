import { h } from "preact";
import { t } from "../core/i18n.js";
import { Button } from "./button.js";
import { Icon } from "./icon.js";
import { draftWords } from "./use-draft.js";

/** @typedef {import("./use-draft.js").Draft} Draft */

/**
 * The foot of a form: what is unsaved, save, take back; and what to do when someone else was first.
 * @param {{draft: Draft, create?: boolean, extra?: any}} props
 */
export function SaveBar({ draft, create = false, extra }) {
  const { dirty, busy, commit, discard } = draft;
  const save = { kind: "primary", run: commit, disabled: !dirty || busy };
  return h(
    "div",
    { class: "save-bar" },
    draft.theirs ? h(Overtaken, { draft }) : draft.error && h(Refused, { error: draft.error }),
    h(
      "div",
      { class: "row" },
      h("span", { class: "dim small grow", role: "status" }, create ? "" : draftWords(draft)),
      extra,
      dirty && h(Button, { run: discard, disabled: busy }, t("Take back")),
      h(Button, save, create ? t("Create") : t("Save")),
    ),
  );
}

/** @param {{draft: Draft}} props */
const Overtaken = ({ draft }) =>
  h(
    "div",
    { class: "notice", role: "alert" },
    h(Icon, { name: "git-compare" }),
    h("span", { class: "grow" }, t("Someone else saved this while you wrote.")),
    h(Button, { small: true, run: draft.discard }, t("Take theirs")),
    h(Button, { small: true, run: draft.takeMine }, t("Save mine over it")),
  );

/** @param {{error: {title: string, detail?: string}}} props */
const Refused = ({ error }) =>
  h(
    "p",
    { class: "notice failed", role: "alert" },
    h(Icon, { name: "alert-triangle" }),
    h("span", null, `${error.title}. ${error.detail ?? ""}`),
  );
