/** Everything that can be done from anywhere: one list for the palette, the keys and the sheet. */
import { signal } from "@preact/signals";
import { t } from "../core/i18n.js";
import { store } from "../core/store.js";
import { asFailure } from "../net/errors.js";
import { toast } from "../ui/toast.js";
import { allowed, kinds, railKinds } from "./catalogue.js";
import { openWindow } from "./open.js";
import { toggleTheme } from "./theme.js";
import { windowCommands } from "./window-commands.js";

/**
 * @typedef {{id: string, group: string, label: string, icon: string, keys?: string[], run: () => void}} Command
 */

/** What covers the desk at the moment. @type {import("@preact/signals").Signal<"palette" | "keys" | "new-session" | null>} */
export const overlay = signal(null);

/** Show why something did not work. @param {unknown} error */
export function report(error) {
  const { title, detail } = asFailure(error);
  toast(detail ? `${title}. ${detail}` : title, { kind: "error" });
}

/** @returns {Command[]} */
export function goCommands() {
  return railKinds.filter(allowed).map((kind) => ({
    id: `go.${kind}`,
    group: t("Go to"),
    label: kinds[kind].title(),
    icon: kinds[kind].icon,
    keys: kinds[kind].key ? ["g", /** @type {string} */ (kinds[kind].key)] : undefined,
    run: () => openWindow(kind),
  }));
}

/** @param {typeof overlay.value} kind */
const cover = (kind) => () => {
  overlay.value = kind;
};

/**
 * @param {string} group
 * @returns {(id: string, label: string, icon: string, run: () => void, ...keys: string[]) => Command}
 */
export const inGroup =
  (group) =>
  (id, label, icon, run, ...keys) => ({
    id,
    group,
    label,
    icon,
    run,
    keys: keys.length > 0 ? keys : undefined,
  });

/** @returns {Command[]} */
export function generalCommands() {
  const one = inGroup(t("Anywhere"));
  const theme = () => {
    toggleTheme().catch(report);
  };
  const addKey = () => openWindow("settings;tab=providers;add=1");
  return [
    one("palette", t("Find windows and commands"), "search", cover("palette"), "Ctrl K"),
    one("search", t("Search everything"), "search", () => openWindow("search"), "/"),
    one("new-session", t("New session"), "square-pen", cover("new-session"), "c"),
    one("next-waiting", t("Next thing that waits for me"), "hand", nextWaiting, "g", "w"),
    one("theme", t("Switch between light and dark"), "moon", theme),
    one("keys", t("Keyboard shortcuts"), "keyboard", cover("keys"), "?"),
    one("provider", t("Add a model provider key"), "key", addKey),
    one(
      "history",
      t("History of sessions"),
      "history",
      () => openWindow("sessions;view=history"),
      "g",
      "h",
    ),
    one("budgets", t("Budgets"), "wallet", () => openWindow("usage;tab=budgets"), "g", "b"),
    one("sign-out", t("Sign out"), "log-out", () => {
      import("../intents/logout.js").then(({ logout }) => logout());
    }),
  ];
}

/** Open what has waited longest. */
function nextWaiting() {
  const [first] = [...store.interruptions.value.values()].sort((a, b) =>
    a.created_at.localeCompare(b.created_at),
  );
  if (first) openWindow(`session.${first.session_id};i=${first.id}`);
  else toast(t("Nothing waits for you."));
}

/** @returns {Command[]} */
export const allCommands = () => [...goCommands(), ...generalCommands(), ...windowCommands()];
