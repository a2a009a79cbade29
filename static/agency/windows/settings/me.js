import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { setTheme, theme } from "../../desktop/theme.js";
import { saveMe } from "../../intents/save_me.js";
import { savePreferences } from "../../intents/save_preferences.js";
import { Checkbox, Segmented, TextField } from "../../ui/fields.js";
import { SaveBar } from "../../ui/save-bar.js";
import { toast } from "../../ui/toast.js";
import { useDraft } from "../../ui/use-draft.js";

/** @param {{name?: string}} changes */
const save = ({ name }) => saveMe({ name });

/** Who you are, and how the desk behaves for you. */
export function MeTab() {
  const me = store.me.value;
  const draft = useDraft({ name: "me", record: me, fields: ["name"], save });
  const { field } = draft;
  const name = { label: t("Shown name"), autocomplete: "name", maxLength: 120 };
  return [
    h(
      "div",
      { class: "pane scroll form", key: "form" },
      h(
        "section",
        { class: "stack" },
        h("h3", null, t("Profile")),
        h(TextField, { ...name, ...field("name") }),
        h(
          "p",
          { class: "soft" },
          t("You sign in as {name}.", { name: String(me?.username) }),
          " ",
          h("a", { href: "/password/" }, t("Set or change the password")),
        ),
      ),
      h(Look, null),
      h(Notices, null),
    ),
    h(SaveBar, { draft, key: "bar" }),
  ];
}

function Look() {
  const options = [
    { value: "system", label: t("As the system") },
    { value: "light", label: t("Light") },
    { value: "dark", label: t("Dark") },
  ];
  const onChange = (/** @type {string} */ wanted) => {
    setTheme(wanted).catch(report);
  };
  return h(
    "section",
    { class: "stack" },
    h("h3", null, t("Colours")),
    h(Segmented, { label: t("Colours"), value: theme(), options, onChange }),
  );
}

const able = () => ("Notification" in window ? Notification.permission : "denied");

function Notices() {
  const [permission, setPermission] = useState(able);
  const wanted = Boolean(store.me.value?.preferences?.notify);
  const change = async (/** @type {boolean} */ on) => {
    const ask = on && permission === "default";
    const allowed = ask ? await Notification.requestPermission() : permission;
    setPermission(allowed);
    if (on && allowed !== "granted") {
      toast(t("The browser does not allow notices for this site."), { kind: "error" });
    }
    await savePreferences({ notify: on && allowed === "granted" }).catch(report);
  };
  const blocked = permission === "denied";
  return h(
    "section",
    { class: "stack" },
    h("h3", null, t("Notices")),
    h(Checkbox, {
      label: t("Tell me through the system when something waits for me"),
      checked: wanted && permission === "granted",
      onChange: change,
      hint: blocked
        ? t("This browser blocks notices here; allow them in its site settings first.")
        : t("Also while this page is in the background."),
      disabled: blocked,
    }),
  );
}
