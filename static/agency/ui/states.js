import { h } from "preact";
import { t } from "../core/i18n.js";
import { CopyId } from "./copy-id.js";
import { Icon } from "./icon.js";

/** A skeleton that shows only when waiting lasts longer than 150 ms. @param {{rows?: number, label?: string}} props */
export function Loading({ rows = 6, label = t("Loading") }) {
  return h(
    "div",
    { class: "skeleton", role: "status", "aria-label": label },
    Array.from({ length: rows }, (_, at) => h("span", { key: at })),
  );
}

/**
 * Nothing here yet, and what to do about it.
 * @param {{icon?: string, title: string, children?: any, action?: any}} props
 */
export function Empty({ icon = "inbox", title, children, action }) {
  return h(
    "div",
    { class: "state" },
    h(Icon, { name: icon, size: 28 }),
    h("h3", null, title),
    children && h("p", null, children),
    action,
  );
}

/** Codes of a line that broke, rather than of a refusal. */
const CUT = new Set(["offline", "unreachable", "no_answer"]);

/**
 * What went wrong, why, and the next thing to do.
 * @param {{error: any, retry?: () => void, title?: string}} props
 */
export function Failure({ error, retry, title }) {
  if (error?.status === 403 || error?.code === "forbidden") return h(Forbidden, { error });
  const id = error?.id;
  return h(
    "div",
    { class: "state failed", role: "alert" },
    h(Icon, { name: CUT.has(error?.code) ? "wifi-off" : "alert-triangle", size: 28 }),
    h("h3", null, title ?? error?.title ?? t("This could not be loaded")),
    h("p", null, error?.detail ?? error?.message ?? t("The server gave no reason.")),
    retry &&
      h(
        "button",
        { type: "button", class: "button", onClick: retry },
        h(Icon, { name: "refresh-cw" }),
        t("Try again"),
      ),
    h(
      "p",
      { class: "dim small" },
      error?.code,
      " ",
      id && h(CopyId, { id, label: t("Copy error id") }),
    ),
  );
}

/** A list that was not read yet, or could not be. @param {{list: import("./use-pages.js").Pages}} props */
export const Unread = ({ list }) =>
  list.error ? h(Failure, { error: list.error, retry: list.reload }) : h(Loading, null);

/** @param {{error?: any}} props */
export function Forbidden({ error }) {
  return h(
    "div",
    { class: "state", role: "alert" },
    h(Icon, { name: "lock", size: 28 }),
    h("h3", null, t("Not yours to see")),
    h(
      "p",
      null,
      error?.detail ?? t("Your role does not allow this. An owner of the workspace can change it."),
    ),
  );
}
