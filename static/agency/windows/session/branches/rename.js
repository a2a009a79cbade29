import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { changeBranch } from "../../../intents/change_branch.js";
import { Button } from "../../../ui/button.js";
import { Dialog } from "../../../ui/dialog.js";
import { TextField } from "../../../ui/fields.js";
import { attempt } from "../attempt.js";
import { useModel } from "../model.js";

/** @param {{branch: import("../../../types/api").Branch, onClose: () => void}} props */
export function RenameBranch({ branch, onClose }) {
  const model = useModel();
  const [name, setName] = useState(branch.name ?? "");
  const save = async () => {
    const act = () => changeBranch(model.id, branch, { name: name.trim() });
    if (await attempt(act, t("The branch was not renamed"))) onClose();
  };
  const footer = [
    h(Button, { run: onClose, key: "no" }, t("Cancel")),
    h(Button, { type: "submit", kind: "primary", disabled: !name.trim(), key: "yes" }, t("Rename")),
  ];
  return h(
    Dialog,
    { title: t("Rename the branch"), onClose, onSubmit: save, footer },
    h(TextField, { label: t("Name"), value: name, onChange: setName, maxLength: 120 }),
  );
}
