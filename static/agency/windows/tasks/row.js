import { h } from "preact";
import { t } from "../../core/i18n.js";
import { duration, elapsed } from "../../core/time.js";
import { openWindow } from "../../desktop/open.js";
import { Button } from "../../ui/button.js";
import { CopyId } from "../../ui/copy-id.js";
import { now, Time } from "../../ui/time.js";

/**
 * @typedef {{task_id: string, name: string, args_preview: string, run_id: string | null,
 *   session_id?: string | null, session_name?: string | null, state: string, progress: string, error: string, worker: string, started_at: string | null,
 *   ended_at: string | null, runtime: number | null}} Task
 */

/** @param {Task} task @returns {"started" | "success" | "failure"} */
export function stateOf(task) {
  const state = task.state.toLowerCase();
  if (state === "failure" || state === "failed") return "failure";
  return state === "success" || state === "done" ? "success" : "started";
}

/** @param {Task} task */
function took(task) {
  if (task.runtime !== null && task.runtime !== undefined) return duration(task.runtime);
  const seconds = elapsed(task.started_at, task.ended_at, now.value);
  return Number.isFinite(seconds) ? duration(seconds) : "–";
}

/** @param {{task: Task}} props */
export function TaskRow({ task }) {
  const open = () => openWindow(`run.${task.run_id}`);
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, h(Name, { task })),
    h("td", null, h(State, { task })),
    h("td", null, h(Time, { at: task.started_at })),
    h("td", { class: "num" }, took(task)),
    h(
      "td",
      null,
      task.run_id
        ? h(Button, { small: true, run: open }, t("Open"))
        : h("span", { class: "dim" }, "–"),
    ),
  );
}

/** The session that a task served, as a way there. @param {{task: Task}} props */
function Served({ task }) {
  if (!task.session_id) return null;
  const name = task.session_name || t("New session");
  const open = () => openWindow(`session.${task.session_id}`);
  return h(
    "button",
    { type: "button", class: "button link small block truncate task-session", onClick: open },
    name,
  );
}

/** @param {{task: Task}} props */
const Name = ({ task }) => [
  h("span", { class: "block", key: "n" }, task.name),
  h(Served, { task, key: "s" }),
  h(
    "span",
    { class: "dim small row", key: "a" },
    h("span", { class: "truncate task-input" }, task.args_preview),
    h(CopyId, { id: task.task_id }),
  ),
  task.error && h("span", { class: "problem block", key: "e" }, task.error),
  task.progress &&
    stateOf(task) === "started" &&
    h("span", { class: "soft small block", key: "p" }, task.progress),
];

/** @param {{task: Task}} props */
function State({ task }) {
  const state = stateOf(task);
  const words = { started: t("running"), success: t("done"), failure: t("failed") }[state];
  return h(
    "span",
    { class: `chip ${state === "failure" ? "failed" : ""}` },
    state === "started" && h("span", { class: "dot working" }),
    words,
  );
}
