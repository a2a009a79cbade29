import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { saveBudget } from "../../../intents/save_budget.js";
import { Button } from "../../../ui/button.js";
import { TextField } from "../../../ui/fields.js";
import { Refusal } from "../../../ui/refusal.js";
import { unitWords } from "./words.js";

/**
 * Another limit, in place.
 * @param {{cap: import("../../../types/api").Budget, onClose: () => void, onDone: () => void}} props
 */
export function ChangeLimit({ cap, onClose, onDone }) {
  const [limit, setLimit] = useState(String(Number(cap.limit)));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    try {
      await saveBudget({ id: cap.id, limit: limit.trim(), version: cap.version });
      onClose();
      onDone();
    } catch (refused) {
      setError(refused);
      setBusy(false);
      if (refused.code === "stale") onDone();
    }
  };
  return h(
    "form",
    { class: "inline-form", onSubmit: save },
    h(TextField, {
      label: t("Limit in {unit}", { unit: unitWords()[cap.unit] }),
      value: limit,
      onChange: setLimit,
      inputMode: "decimal",
      problem: error?.errors?.limit,
    }),
    h(Button, { run: onClose, disabled: busy }, t("Cancel")),
    h(Button, { type: "submit", kind: "primary", disabled: busy || !limit.trim() }, t("Save")),
    h(Refusal, { error, shown: ["limit"] }),
  );
}
