import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { addServed } from "../../intents/add_served.js";
import { saveProvider } from "../../intents/save_provider.js";
import { testProvider } from "../../intents/test_provider.js";
import { asFailure } from "../../net/errors.js";
import { Dialog } from "../../ui/dialog.js";
import { Checkbox, Segmented, TextField } from "../../ui/fields.js";
import { Refusal } from "../../ui/refusal.js";
import { toast } from "../../ui/toast.js";

/** @param {string} kind */
export const kindWords = (kind) =>
  ({
    anthropic: t("Anthropic"),
    openai: t("OpenAI-compatible"),
    demo: t("Built-in demo"),
    plugin: t("Plug-in"),
  })[kind] ?? kind;

const NAMES = /** @type {Record<string, string>} */ ({ anthropic: "Anthropic", openai: "OpenAI" });

/** @param {any} provider */
const toForm = (provider) => ({
  kind: provider?.kind ?? "anthropic",
  name: provider?.name ?? "",
  base_url: provider?.base_url ?? "",
  key: "",
  enabled: provider?.enabled ?? true,
});

/**
 * What is sent: an empty key field leaves the stored key as it is.
 * @param {ReturnType<typeof toForm>} form
 * @param {any} provider
 * @param {any} workspace
 */
function toRecord({ kind, key, ...form }, provider, workspace) {
  const name = form.name.trim() || NAMES[kind] || kind;
  const record = { ...form, name, ...(key.trim() ? { key: key.trim() } : {}) };
  if (provider) return { ...record, id: provider.id, version: provider.version };
  return { ...record, kind, workspace_id: workspace.id };
}

/**
 * Add or change a provider. The key's field is always empty: what is stored is never shown.
 * @param {{provider: any, workspace: any, onClose: () => void}} props
 */
export function ProviderDialog({ provider, workspace, onClose }) {
  const [form, setForm] = useState(toForm(provider));
  const [error, setError] = useState(/** @type {any} */ (null));
  const [busy, setBusy] = useState(false);
  const set = (/** @type {string} */ name) => (/** @type {any} */ value) =>
    setForm({ ...form, [name]: value });
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const saved = await saveProvider(toRecord(form, provider, workspace));
      onClose();
      // A server of one's own has its own models; that it does not answer, the test says below.
      if (!provider && saved.kind === "openai") await addServed(saved.id).catch(() => []);
      tellWhetherItAnswers(saved);
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  useEffect(toFirstProblem, [error]);
  const title = provider ? t("Edit {name}", { name: provider.name }) : t("Add a provider");
  const foot = h(Foot, { busy, onClose });
  return h(
    Dialog,
    { title, onClose, onSubmit: save, footer: foot },
    h(Refusal, { error, shown: fieldsOf(form.kind) }),
    !provider &&
      h(Segmented, {
        label: t("Kind"),
        value: form.kind,
        onChange: set("kind"),
        options: ["anthropic", "openai"].map((value) => ({ value, label: kindWords(value) })),
      }),
    !provider && form.kind === "openai" && h(Presets, { form, setForm }),
    h(Fields, { form, set, provider, problems: error?.errors ?? {} }),
  );
}

const PRESETS = [
  { label: "OpenAI", base_url: "" },
  { label: "Ollama", base_url: "http://localhost:11434/v1" },
  { label: "LM Studio", base_url: "http://localhost:1234/v1" },
  { label: "vLLM", base_url: "http://localhost:8000/v1" },
  { label: "llama.cpp", base_url: "http://localhost:8080/v1" },
];

/** Usual addresses, to begin with. @param {{form: any, setForm: (form: any) => void}} props */
const Presets = ({ form, setForm }) =>
  h(
    "div",
    { class: "row wrap", role: "group", "aria-label": t("Usual servers") },
    PRESETS.map(({ label, base_url }) =>
      h(
        "button",
        {
          type: "button",
          class: "button small",
          key: label,
          "aria-pressed": String(form.base_url === base_url),
          onClick: () => setForm({ ...form, base_url, name: label }),
        },
        label,
      ),
    ),
  );

/** The fields that a form of this kind shows. @param {string} kind */
const fieldsOf = (kind) => (takesKey(kind) ? ["key", "name", "base_url"] : ["name", "base_url"]);

/** @param {string} kind */
const takesKey = (kind) => kind === "openai" || kind === "anthropic";

/** The keyboard goes to what was refused. */
function toFirstProblem() {
  const field = document.querySelector(".dialog [aria-invalid=true]");
  /** @type {HTMLElement | null} */ (field)?.focus();
}

/** @param {{busy: boolean, onClose: () => void}} props */
const Foot = ({ busy, onClose }) => [
  h("span", { class: "grow dim small", key: "n" }, busy && t("Saving…")),
  h("button", { type: "button", class: "button", onClick: onClose, key: "c" }, t("Cancel")),
  h(
    "button",
    { type: "submit", class: "button primary", disabled: busy, key: "s" },
    t("Save and test"),
  ),
];

/** @param {{form: any, set: (name: string) => (value: any) => void, provider: any, problems: any}} props */
function Fields({ form, set, provider, problems }) {
  const open = form.kind === "openai";
  return [
    takesKey(form.kind) &&
      h(TextField, {
        key: "key",
        label: t("API key"),
        type: "password",
        autocomplete: "new-password",
        autofocus: true,
        spellcheck: false,
        value: form.key,
        onChange: set("key"),
        problem: problems.key,
        placeholder: provider?.has_key ? t("Set; write a new one to replace it") : "",
        hint: open
          ? t("Local servers such as Ollama or vLLM need none.")
          : t("Encrypted here; never shown again."),
      }),
    h(TextField, {
      key: "name",
      label: t("Name"),
      value: form.name,
      placeholder: NAMES[form.kind] ?? "",
      onChange: set("name"),
      problem: problems.name,
    }),
    h(TextField, {
      key: "base_url",
      label: t("Address"),
      type: "url",
      value: form.base_url,
      onChange: set("base_url"),
      problem: problems.base_url,
      placeholder: open ? "http://localhost:11434/v1" : "https://api.anthropic.com",
      hint: t("Empty means the provider's own."),
    }),
    provider &&
      h(Checkbox, {
        key: "enabled",
        label: t("In use"),
        checked: form.enabled,
        onChange: set("enabled"),
      }),
  ];
}

/** @param {any} provider */
function tellWhetherItAnswers(provider) {
  testProvider(provider.id).then(
    (result) => {
      if (result.ok) toast(t("{name} answers.", { name: provider.name }));
      else
        toast(
          t("{name} is saved, but does not answer: {why}", {
            name: provider.name,
            why: `${result.detail} ${result.hint ?? ""}`,
          }),
          { kind: "error" },
        );
    },
    (error) =>
      toast(
        t("{name} is saved, but could not be tested: {why}", {
          name: provider.name,
          why: asFailure(error).title,
        }),
        { kind: "error" },
      ),
  );
}
