import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { setParams } from "../../desktop/open.js";
import { Filters } from "../../ui/filters.js";
import { Empty, Unread } from "../../ui/states.js";
import { Table } from "../../ui/table.js";
import { usePages } from "../../ui/use-pages.js";
import { followTasks } from "./live.js";
import { stateOf, TaskRow } from "./row.js";

/** @typedef {import("./row.js").Task} Task */

/** @returns {{value: string, label: string}[]} */
const filters = () => [
  { value: "", label: t("All") },
  { value: "started", label: t("Running") },
  { value: "success", label: t("Done") },
  { value: "failure", label: t("Failed") },
];

/** The queue's tasks: what the database holds, and what the socket says since. */
function useTasks() {
  const [live, setLive] = useState(/** @type {Map<string, Partial<Task>>} */ (new Map()));
  const [line, setLine] = useState("connecting");
  const list = usePages("/api/task/", { limit: 100 });
  const reload = useRef(list.reload);
  reload.current = list.reload;
  useEffect(
    () =>
      followTasks({
        onTask: (task) =>
          setLive((before) =>
            new Map(before).set(task.task_id, { ...before.get(task.task_id), ...task }),
          ),
        onState: (next) => {
          setLine(next);
          if (next === "live") reload.current();
        },
      }),
    [],
  );
  return { list, line, rows: merge(list.rows ?? [], live) };
}

/**
 * Newest first; what the socket said wins over what was read.
 * @param {Task[]} stored @param {Map<string, Partial<Task>>} live @returns {Task[]}
 */
function merge(stored, live) {
  const all = new Map(stored.map((task) => [task.task_id, task]));
  for (const [id, task] of live) {
    const blank = { progress: "", error: "", worker: "" };
    all.set(id, /** @type {Task} */ ({ ...blank, ...all.get(id), ...task }));
  }
  return [...all.values()].sort((a, b) => (b.started_at ?? "").localeCompare(a.started_at ?? ""));
}

/** @param {{address: import("../../types/state").Address}} props */
export default function Tasks({ address }) {
  const { state = "" } = address.params;
  const { list, line, rows } = useTasks();
  if (!list.rows) return h(Unread, { list });
  const shown = rows.filter((task) => !state || stateOf(task) === state);
  const onChange = (/** @type {string} */ next) => setParams(address, { state: next });
  return h(
    "div",
    { class: "pane" },
    h(
      Filters,
      { options: filters(), value: state, onChange },
      h("span", { class: "grow" }),
      h(
        "span",
        { class: "dim small row" },
        h("span", { class: `dot ${line === "live" ? "steady" : "hollow"}` }),
        line === "live" ? t("Live") : t("Reconnecting"),
      ),
    ),
    shown.length === 0 ? h(Nothing, null) : h(Rows, { rows: shown }),
  );
}

const Nothing = () =>
  h(
    Empty,
    { icon: "list-checks", title: t("No tasks") },
    t("Workers list here what the queue gave them."),
  );

/** @param {{rows: Task[]}} props */
const Rows = ({ rows }) =>
  h(
    Table,
    {
      heads: [t("Task"), t("State"), t("Began"), t("Took"), t("Run")],
      label: t("List of tasks"),
      fills: true,
    },
    rows.map((task) => h(TaskRow, { key: task.task_id, task })),
  );
