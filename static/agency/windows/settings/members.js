import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { removeMember, setMember } from "../../intents/set_member.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { Checkbox, Select } from "../../ui/fields.js";
import { Unread } from "../../ui/states.js";
import { Table } from "../../ui/table.js";
import { usePages } from "../../ui/use-pages.js";
import { AddMember } from "./add-member.js";
import { isOwner, roles } from "./roles.js";

/** Who works here, in which role, and who may answer for others. @param {{workspace: any}} props */
export function MembersTab({ workspace }) {
  const list = usePages(`/api/workspace/${workspace.id}/member/`, { limit: 200 });
  const { rows, reload } = list;
  if (!rows) return h(Unread, { list });
  const owner = isOwner(workspace);
  const explained = t(
    "Viewers read. Editors also send to sessions that are shared with the workspace. Owners also change this page.",
  );
  return h(
    "div",
    { class: "pane scroll form" },
    h(People, { members: rows, workspace, owner, onChange: reload }),
    h("p", { class: "dim small" }, explained),
    owner && h(AddMember, { workspace, onDone: reload }),
  );
}

/** @param {{members: any[], workspace: any, owner: boolean, onChange: () => void}} props */
const People = ({ members, workspace, owner, onChange }) =>
  h(
    Table,
    { heads: [t("Person"), t("Role"), t("Answers for others")], actions: t("Actions") },
    members.map((member) => h(Row, { key: member.id, member, workspace, owner, onChange })),
  );

/** @param {{member: any, workspace: any, owner: boolean, onChange: () => void}} props */
function Row({ member, workspace, owner, onChange }) {
  const write = (/** @type {object} */ changes) => {
    setMember(workspace.id, { ...member, ...changes })
      .catch(report)
      .finally(onChange);
  };
  const mine = member.user_id === store.me.value?.id;
  const { name } = member;
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      name,
      h("span", { class: "dim small block" }, member.username, mine && ` · ${t("you")}`),
    ),
    h("td", null, owner ? h(Role, { member, write }) : h(RoleName, { member })),
    h(
      "td",
      null,
      h(Checkbox, {
        label: h("span", { class: "visually-hidden" }, t("{name} may answer for others", { name })),
        checked: member.can_answer,
        disabled: !owner,
        onChange: (on) => write({ can_answer: on }),
      }),
    ),
    h("td", { class: "num" }, owner && h(Remove, { member, workspace, onChange })),
  );
}

/** @param {{member: any, write: (changes: object) => void}} props */
const Role = ({ member, write }) =>
  h(Select, {
    label: t("Role of {name}", { name: member.name }),
    hideLabel: true,
    value: member.role,
    options: roles(),
    onChange: (role) => write({ role }),
  });

/** @param {{member: any}} props */
const RoleName = ({ member }) =>
  h("span", null, roles().find((one) => one.value === member.role)?.label);

/** @param {{member: any, workspace: any, onChange: () => void}} props */
function Remove({ member, workspace, onChange }) {
  const [asking, setAsking] = useState(false);
  const remove = () => {
    removeMember(workspace.id, member.id).then(onChange, report);
  };
  return [
    h(Button, { key: "b", small: true, run: () => setAsking(true) }, t("Remove")),
    asking &&
      h(Confirm, {
        key: "c",
        title: t("Remove {name}?", { name: member.name }),
        text: t("They no longer see this workspace. What they made stays."),
        confirm: t("Remove"),
        onConfirm: remove,
        onClose: () => setAsking(false),
      }),
  ];
}
