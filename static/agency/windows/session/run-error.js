import { h } from "preact";
import { t } from "../../core/i18n.js";
import { openWindow } from "../../desktop/open.js";
import { retryRun } from "../../intents/retry_run.js";
import { CopyId } from "../../ui/copy-id.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";

/** Why a turn ended badly, what was kept, and what to do next. @param {{run: import("../../types/api").Run | null}} props */
export function RunError({ run }) {
  if (!run) return null;
  if (run.status === "stopped") {
    return h(
      "p",
      { class: "ended dim small" },
      h(Icon, { name: "circle-stop", size: 14 }),
      t("Stopped. What was written so far is kept."),
    );
  }
  if (run.status !== "failed") return null;
  const { title, detail, code, hint } = /** @type {any} */ (run.error ?? {});
  const needsProvider = /key|auth|provider|no_model|model/.test(String(code ?? ""));
  return h(
    "div",
    { class: "card failed run-error", role: "group", "aria-label": t("The turn failed") },
    h("h4", null, h(Icon, { name: "alert-triangle" }), title ?? t("The turn failed")),
    detail && h("p", null, detail),
    h(
      "p",
      { class: "small soft" },
      hint ?? t("Everything up to here is kept, with the results of the tools."),
    ),
    h(
      "div",
      { class: "row wrap" },
      h(
        "button",
        {
          type: "button",
          class: "button primary",
          onClick: () => attempt(() => retryRun(run.id), t("Not tried again")),
        },
        h(Icon, { name: "refresh-cw", size: 14 }),
        t("Try again"),
      ),
      needsProvider &&
        h(
          "button",
          { type: "button", class: "button", onClick: () => openWindow("settings;tab=providers") },
          t("Check the provider"),
        ),
      h("span", { class: "grow" }),
      code && h("span", { class: "dim small mono" }, code),
      h(CopyId, { id: run.id, label: t("Copy the run's id") }),
    ),
  );
}
