import { h } from "preact";
import { useState } from "preact/hooks";
import { scopeWords, windowWords } from "../../../core/budget.js";
import { t } from "../../../core/i18n.js";
import { store } from "../../../core/store.js";
import { saveBudget } from "../../../intents/save_budget.js";
import { api } from "../../../net/api.js";
import { Button } from "../../../ui/button.js";
import { Dialog } from "../../../ui/dialog.js";
import { Select, TextField } from "../../../ui/fields.js";
import { Refusal } from "../../../ui/refusal.js";
import { useLoad } from "../../../ui/use-load.js";
import { asOptions } from "../../sessions/choices.js";
import { isEditor, isOwner } from "../../settings/roles.js";
import { unitWords } from "./words.js";

/** @param {Record<string, string>} words */
const options = (words) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** What this person may cap in a workspace. @param {any} workspace */
const scopesFor = (workspace) => [
  ...(isOwner(workspace) ? ["workspace", "user"] : []),
  ...(isEditor(workspace) ? ["agent"] : []),
  "session",
];

/**
 * Cap something: what, in which unit, over which time, at how much.
 * @param {{onClose: () => void, onDone: () => void,
 *   fixed?: {scope: string, subject: string}}} props `fixed` names what is capped
 */
export function NewBudget({ onClose, onDone, fixed }) {
  const homes = [...store.workspaces.value.values()];
  const [form, setForm] = useState({
    workspace_id: homes[0]?.id ?? "",
    scope: fixed?.scope ?? scopesFor(homes[0])[0],
    subject: fixed?.subject ?? "",
    unit: "usd",
    window: fixed ? "total" : "month",
    limit: "",
  });
  const [error, setError] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const isWhole = form.scope === "workspace";
  const isReady = form.limit.trim() && (isWhole || form.subject);
  const save = async () => {
    if (!isReady || busy) return;
    setBusy(true);
    try {
      await saveBudget({ ...form, subject: isWhole ? null : form.subject });
      onClose();
      onDone();
    } catch (refused) {
      setError(refused);
      setBusy(false);
    }
  };
  return h(
    Dialog,
    {
      title: t("Set a budget"),
      onClose,
      onSubmit: save,
      footer: h(
        Button,
        { type: "submit", kind: "primary", disabled: busy || !isReady },
        t("Set the budget"),
      ),
    },
    h(Refusal, { error }),
    !fixed && h(What, { form, setForm, homes, error }),
    h(HowMuch, { form, setForm, error }),
  );
}

/** @param {{form: any, setForm: (form: any) => void, homes: any[], error: any}} props */
function What({ form, setForm, homes, error }) {
  const home = homes.find((one) => one.id === form.workspace_id);
  const turn = (/** @type {string} */ workspace_id) => {
    const [scope] = scopesFor(homes.find((one) => one.id === workspace_id));
    setForm({ ...form, workspace_id, scope, subject: "" });
  };
  return [
    homes.length > 1 &&
      h(Select, {
        key: "home",
        label: t("Workspace"),
        value: form.workspace_id,
        options: asOptions(store.workspaces.value),
        onChange: turn,
      }),
    h(
      "div",
      { class: "pair", key: "what" },
      h(Select, {
        label: t("What is capped"),
        value: form.scope,
        options: scopesFor(home).map((value) => ({ value, label: scopeWords(value) })),
        onChange: (scope) => setForm({ ...form, scope, subject: "" }),
      }),
      form.scope !== "workspace" &&
        h(Subject, {
          key: form.scope,
          form,
          onChange: (/** @type {string} */ subject) => setForm({ ...form, subject }),
          problem: error?.errors?.subject,
        }),
    ),
  ];
}

/** @param {{form: any, onChange: (subject: string) => void, problem: any}} props */
function Subject({ form, onChange, problem }) {
  const { scope, workspace_id, subject } = form;
  const people = useLoad(
    async (signal) =>
      scope === "user"
        ? (
            await api.get(`/api/workspace/${workspace_id}/member/`, {
              signal,
              query: { limit: 200 },
            })
          ).results
        : [],
    [scope, workspace_id],
  );
  const lists = /** @type {Record<string, () => import("../../../ui/fields.js").Option[]>} */ ({
    user: () =>
      (people.value ?? []).map((/** @type {any} */ one) => ({
        value: String(one.user_id),
        label: one.name,
      })),
    agent: () => asOptions(within(store.agents.value, workspace_id)),
    session: mySessions,
  });
  return h(Select, {
    label: scopeWords(scope),
    value: subject,
    empty: t("Choose…"),
    options: lists[scope](),
    onChange,
    problem: problem ?? people.error?.title,
  });
}

/** @param {Map<string, any>} records @param {string} home */
const within = (records, home) =>
  new Map([...records].filter(([, one]) => one.workspace_id === home));

/** Those that this person began, newest first. */
const mySessions = () =>
  [...store.sessions.value.values()]
    .map((row) => row.value)
    .filter((row) => row.owner_id === store.me.value?.id && !row.parent_id)
    .sort((a, b) => b.updated_at.localeCompare(a.updated_at))
    .map((row) => ({ value: row.id, label: row.name || t("New session") }));

/** @param {{form: any, setForm: (form: any) => void, error: any}} props */
const HowMuch = ({ form, setForm, error }) =>
  h(
    "div",
    { class: "pair" },
    h(TextField, {
      label: t("Limit"),
      value: form.limit,
      onChange: (limit) => setForm({ ...form, limit }),
      inputMode: "decimal",
      placeholder: "20",
      problem: error?.errors?.limit,
    }),
    h(Select, {
      label: t("Counted in"),
      value: form.unit,
      options: options(unitWords()),
      onChange: (unit) => setForm({ ...form, unit }),
    }),
    h(Select, {
      label: t("Over"),
      value: form.window,
      options: ["total", "day", "month"].map((value) => ({ value, label: windowWords(value) })),
      hint: form.window === "total" ? undefined : t("Begins anew at midnight UTC."),
      onChange: (window) => setForm({ ...form, window }),
    }),
  );
