import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { removeMember, setMember } from "../../intents/set_member.js";
import { api } from "../../net/api.js";
import { Confirm } from "../../ui/dialog.js";
import { Checkbox, Select, TextField } from "../../ui/fields.js";
import { Failure, Loading } from "../../ui/states.js";
import { useLoad } from "../../ui/use-load.js";
import { isOwner } from "./index.js";

const roles = () => [
  { value: "owner", label: t("Owner") },
  { value: "editor", label: t("Editor") },
  { value: "viewer", label: t("Viewer") },
];

/** Who works here, in which role, and who may answer for others. @param {{workspace: any}} props */
export function MembersTab({ workspace }) {
  const loaded = useLoad(
    (signal) =>
      api.get(`/api/workspace/${workspace.id}/member/`, { signal, query: { limit: 200 } }),
    [workspace.id],
  );
  if (loaded.error && !loaded.value)
    return h(Failure, { error: loaded.error, retry: loaded.reload });
  if (!loaded.value) return h(Loading, null);
  const members = loaded.value.results ?? loaded.value;
  const owner = isOwner(workspace);
  return h(
    "div",
    { class: "pane scroll form" },
    h(
      "div",
      { class: "table-wrap" },
      h(
        "table",
        { class: "table" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, t("Person")),
            h("th", { scope: "col" }, t("Role")),
            h("th", { scope: "col" }, t("Answers for others")),
            h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("Actions"))),
          ),
        ),
        h(
          "tbody",
          null,
          members.map((/** @type {any} */ member) =>
            h(Row, { key: member.id, member, workspace, owner, onChange: loaded.reload }),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "dim small" },
      t(
        "Viewers read. Editors also send to sessions that are shared with the workspace. Owners also change this page.",
      ),
    ),
    owner && h(Add, { workspace, onDone: loaded.reload }),
  );
}

/** @param {{member: any, workspace: any, owner: boolean, onChange: () => void}} props */
function Row({ member, workspace, owner, onChange }) {
  const [asking, setAsking] = useState(false);
  const write = (/** @type {object} */ changes) => {
    setMember(workspace.id, { ...member, ...changes }).then(onChange, (error) => {
      report(error);
      onChange();
    });
  };
  const remove = () => {
    removeMember(workspace.id, member.id).then(onChange, report);
  };
  const mine = member.user_id === store.me.value?.id;
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      member.name,
      h("span", { class: "dim small block" }, member.username, mine && ` · ${t("you")}`),
    ),
    h(
      "td",
      null,
      owner
        ? h(Select, {
            label: t("Role of {name}", { name: member.name }),
            hideLabel: true,
            value: member.role,
            options: roles(),
            onChange: (role) => write({ role }),
          })
        : roles().find((one) => one.value === member.role)?.label,
    ),
    h(
      "td",
      null,
      h(Checkbox, {
        label: h(
          "span",
          { class: "visually-hidden" },
          t("{name} may answer for others", { name: member.name }),
        ),
        checked: member.can_answer,
        disabled: !owner,
        onChange: (on) => write({ can_answer: on }),
      }),
    ),
    h(
      "td",
      { class: "num" },
      owner &&
        h(
          "button",
          { type: "button", class: "button small", onClick: () => setAsking(true) },
          t("Remove"),
        ),
      asking &&
        h(Confirm, {
          title: t("Remove {name}?", { name: member.name }),
          text: t("They no longer see this workspace. What they made stays."),
          confirm: t("Remove"),
          onConfirm: remove,
          onClose: () => setAsking(false),
        }),
    ),
  );
}

/** @param {{workspace: any, onDone: () => void}} props */
function Add({ workspace, onDone }) {
  const [username, setUsername] = useState("");
  const [role, setRole] = useState("editor");
  const [problem, setProblem] = useState("");
  const add = () => {
    setMember(workspace.id, { username: username.trim(), role, can_answer: false }).then(
      () => {
        setUsername("");
        setProblem("");
        onDone();
      },
      (error) => setProblem(error.detail || error.title),
    );
  };
  return h(
    "form",
    {
      class: "inline-form",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        add();
      },
    },
    h(TextField, {
      label: t("Add by name of sign-in"),
      value: username,
      onChange: setUsername,
      problem,
      autocapitalize: "none",
    }),
    h(Select, { label: t("Role"), value: role, options: roles(), onChange: setRole }),
    h("button", { type: "submit", class: "button", disabled: !username.trim() }, t("Add")),
  );
}
