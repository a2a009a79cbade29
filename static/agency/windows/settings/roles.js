import { h } from "preact";
import { t } from "../../core/i18n.js";
import { Icon } from "../../ui/icon.js";

/** @returns {import("../../ui/fields.js").Option[]} */
export const roles = () => [
  { value: "owner", label: t("Owner") },
  { value: "editor", label: t("Editor") },
  { value: "viewer", label: t("Viewer") },
];

/** Whether this person may change what only owners change. @param {any} workspace */
export const isOwner = (workspace) => workspace?.my_role === "owner";

/** @param {any} workspace */
export const isEditor = (workspace) => ["owner", "editor"].includes(workspace?.my_role);

export const OwnersOnly = () =>
  h(
    "p",
    { class: "notice" },
    h(Icon, { name: "lock" }),
    t("Only owners of the workspace can change this."),
  );
