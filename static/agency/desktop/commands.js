/** Everything that can be done from anywhere: one list for the palette, the keys and the sheet. */
import { signal } from "@preact/signals";
import { t } from "../core/i18n.js";
import { store } from "../core/store.js";
import { logout } from "../intents/logout.js";
import { asFailure } from "../net/errors.js";
import { toast } from "../ui/toast.js";
import { allowed, kinds, railKinds } from "./catalogue.js";
import { placing } from "./frame.js";
import * as layouts from "./layout.js";
import { arrange, closeWindow, focused, layout, openWindow } from "./open.js";
import { toggleTheme } from "./theme.js";

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

/** @returns {Command[]} */
export function generalCommands() {
  return [
    {
      id: "palette",
      group: t("Anywhere"),
      label: t("Find windows and commands"),
      icon: "search",
      keys: ["Ctrl K"],
      run: () => {
        overlay.value = "palette";
      },
    },
    {
      id: "new-session",
      group: t("Anywhere"),
      label: t("New session"),
      icon: "square-pen",
      keys: ["c"],
      run: () => {
        overlay.value = "new-session";
      },
    },
    {
      id: "next-waiting",
      group: t("Anywhere"),
      label: t("Next thing that waits for me"),
      icon: "hand",
      keys: ["g", "w"],
      run: nextWaiting,
    },
    {
      id: "theme",
      group: t("Anywhere"),
      label: t("Switch between light and dark"),
      icon: "moon",
      run: () => {
        toggleTheme().catch(report);
      },
    },
    {
      id: "keys",
      group: t("Anywhere"),
      label: t("Keyboard shortcuts"),
      icon: "keyboard",
      keys: ["?"],
      run: () => {
        overlay.value = "keys";
      },
    },
    {
      id: "provider",
      group: t("Anywhere"),
      label: t("Add a model provider key"),
      icon: "key",
      run: () => openWindow("settings;tab=providers;add=1"),
    },
    {
      id: "sign-out",
      group: t("Anywhere"),
      label: t("Sign out"),
      icon: "log-out",
      run: () => {
        logout();
      },
    },
  ];
}

/** @returns {Command[]} */
export function windowCommands() {
  const id = focused.value;
  if (!id) return [];
  const group = t("Window");
  const step = (/** @type {number} */ by) => () => {
    const keys = layouts.inOrder(layout.value);
    openWindow(keys[(keys.indexOf(id) + by + keys.length) % keys.length]);
  };
  const [left, right, stack, floatOrTile] = placing(id, document.querySelector(".window.active"));
  return [
    {
      id: "w.next",
      group,
      label: t("Next window"),
      icon: "arrow-right",
      keys: ["F6"],
      run: step(1),
    },
    {
      id: "w.right",
      group,
      label: t("Focus the window to the right"),
      icon: "arrow-right",
      keys: ["w", "ArrowRight"],
      run: step(1),
    },
    {
      id: "w.left",
      group,
      label: t("Focus the window to the left"),
      icon: "arrow-left",
      keys: ["w", "ArrowLeft"],
      run: step(-1),
    },
    {
      id: "w.move-left",
      group,
      label: left.label,
      icon: "arrow-left",
      keys: ["w", "Shift ArrowLeft"],
      run: () => left.run?.(),
    },
    {
      id: "w.move-right",
      group,
      label: right.label,
      icon: "arrow-right",
      keys: ["w", "Shift ArrowRight"],
      run: () => right.run?.(),
    },
    {
      id: "w.stack",
      group,
      label: stack.label,
      icon: "rows-2",
      keys: ["w", "s"],
      run: () => stack.run?.(),
    },
    {
      id: "w.float",
      group,
      label: t("Float or tile"),
      icon: "picture-in-picture-2",
      keys: ["w", "f"],
      run: () => floatOrTile.run?.(),
    },
    {
      id: "w.zoom",
      group,
      label: t("Fill the desk"),
      icon: "maximize-2",
      keys: ["w", "z"],
      run: () => arrange(layouts.zoom(layout.value, id)),
    },
    {
      id: "w.grow",
      group,
      label: t("Larger"),
      icon: "plus",
      keys: ["w", "+"],
      run: () => grow(id, 1),
    },
    {
      id: "w.shrink",
      group,
      label: t("Smaller"),
      icon: "minus",
      keys: ["w", "-"],
      run: () => grow(id, -1),
    },
    {
      id: "w.close",
      group,
      label: t("Close window"),
      icon: "x",
      keys: ["w", "x"],
      run: () => closeWindow(id),
    },
  ];
}

/** @param {string} id @param {1 | -1} sign */
function grow(id, sign) {
  const now = layout.value;
  const pose = now.floats[id];
  if (pose)
    arrange(
      layouts.float(now, id, {
        ...pose,
        w: Math.max(300, pose.w + sign * 48),
        h: Math.max(180, pose.h + sign * 48),
      }),
    );
  const at = layouts.columnOf(now, id);
  const other = now.columns[at + 1] ?? now.columns[at - 1];
  if (at >= 0 && other) arrange(layouts.resizeColumns(now, id, other.keys[0], sign * 0.04));
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
