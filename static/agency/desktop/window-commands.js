/** What can be done with the focused window. */
import { t } from "../core/i18n.js";
import * as layouts from "./layout.js";
import { arrange, closeWindow, focused, layout, openWindow } from "./open.js";

/** @typedef {import("../ui/menu.js").MenuItem} MenuItem */

/** @returns {import("./commands.js").Command[]} */
export function windowCommands() {
  const id = focused.value;
  if (!id) return [];
  return [...walking(id), ...standing(id)];
}

/**
 * @param {string} id @param {string} label @param {string} icon @param {() => void} run
 * @param {string[]} keys
 */
const command = (id, label, icon, run, ...keys) => ({
  id: `w.${id}`,
  group: t("Window"),
  label,
  icon,
  run,
  keys,
});

/** @param {string} id */
function walking(id) {
  const step = (/** @type {number} */ by) => () => {
    const keys = layouts.inOrder(layout.value);
    openWindow(keys[(keys.indexOf(id) + by + keys.length) % keys.length]);
  };
  const write = () => {
    const field = document.querySelector(
      ".window.active :is([data-autofocus], input[type=search], textarea)",
    );
    /** @type {HTMLElement | null} */ (field)?.focus();
  };
  return [
    command("write", t("Write, or filter the list"), "pencil", write, "i"),
    command("next", t("Next window"), "arrow-right", step(1), "F6"),
    command("right", t("Focus the window to the right"), "arrow-right", step(1), "w", "ArrowRight"),
    command("left", t("Focus the window to the left"), "arrow-left", step(-1), "w", "ArrowLeft"),
  ];
}

/** @param {string} id */
function standing(id) {
  const go = (/** @type {(now: layouts.Layout) => layouts.Layout} */ next) => () =>
    arrange(next(layout.value));
  const left = go((now) => layouts.move(now, id, "left"));
  const right = go((now) => layouts.move(now, id, "right"));
  const stack = go((now) => layouts.stack(now, id));
  const zoom = go((now) => layouts.zoom(now, id));
  const close = () => closeWindow(id);
  return [
    command("move-left", t("Move left"), "arrow-left", left, "w", "Shift ArrowLeft"),
    command("move-right", t("Move right"), "arrow-right", right, "w", "Shift ArrowRight"),
    command("stack", t("Stack with neighbour"), "rows-2", stack, "w", "s"),
    command("float", t("Float or tile"), "picture-in-picture-2", () => floatOrTile(id), "w", "f"),
    command("zoom", t("Fill the desk"), "maximize-2", zoom, "w", "z"),
    command("grow", t("Larger"), "plus", () => grow(id, 1), "w", "+"),
    command("shrink", t("Smaller"), "minus", () => grow(id, -1), "w", "-"),
    command("close", t("Close window"), "x", close, "w", "x"),
  ];
}

/** @param {string} id */
function floatOrTile(id) {
  const now = layout.value;
  arrange(id in now.floats ? layouts.tile(now, id) : layouts.float(now, id, poseOf(id)));
}

/** Where a tile would float: a little inside of where it stands. @param {string} id @returns {layouts.Pose} */
function poseOf(id) {
  const element = document.querySelector(`[data-window="${CSS.escape(id)}"]`);
  const area =
    document.querySelector(".work")?.getBoundingClientRect() ?? new DOMRect(0, 0, 800, 600);
  const rect =
    element?.getBoundingClientRect() ?? new DOMRect(area.left + 80, area.top + 80, 560, 480);
  const [w, h] = [Math.min(rect.width, 640), Math.min(rect.height * 0.8, 640)];
  return { x: rect.left - area.left + 24, y: rect.top - area.top + 24, w, h };
}

/** @param {string} id @param {1 | -1} sign */
function grow(id, sign) {
  const now = layout.value;
  const pose = now.floats[id];
  if (pose) {
    const [w, h] = [Math.max(300, pose.w + sign * 48), Math.max(180, pose.h + sign * 48)];
    return arrange(layouts.float(now, id, { ...pose, w, h }));
  }
  const at = layouts.columnOf(now, id);
  const other = now.columns[at + 1] ?? now.columns[at - 1];
  if (at >= 0 && other) arrange(layouts.resizeColumns(now, id, other.keys[0], sign * 0.04));
}

/** The same in the menu of a title bar. @param {string} id @returns {MenuItem[]} */
export function placing(id) {
  const now = layout.value;
  const floating = id in now.floats;
  const others = now.recent.filter((key) => key !== id);
  const entries = standing(id).map(({ label, icon, run, keys }) => ({
    label,
    icon,
    run,
    hint: keys.join(" ").replace("Shift ArrowLeft", "⇧←").replace("Shift ArrowRight", "⇧→"),
    disabled: floating && ["arrow-left", "arrow-right", "rows-2"].includes(icon),
  }));
  return [
    ...entries.slice(0, 4),
    { separator: true, label: "" },
    {
      label: t("Close the others"),
      icon: "x",
      disabled: others.length === 0,
      run: () => arrange(others.reduce(layouts.close, layout.value)),
    },
  ];
}
