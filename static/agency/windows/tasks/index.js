import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { duration, elapsed } from "../../core/time.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { api } from "../../net/api.js";
import { CopyId } from "../../ui/copy-id.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { now, Time } from "../../ui/time.js";
import { useLoad } from "../../ui/use-load.js";
import { followTasks } from "./live.js";

/** @typedef {{task_id: string, name: string, args_preview: string, run_id: string | null, state: string, progress: string, error: string, worker: string, started_at: string | null, ended_at: string | null, runtime: number | null}} Task */

/** @returns {{value: string, label: string}[]} */
const filters = () => [
  { value: "", label: t("All") },
  { value: "started", label: t("Running") },
  { value: "success", label: t("Done") },
  { value: "failure", label: t("Failed") },
];

/** @param {Task} task */
const stateOf = (task) => {
  const state = task.state.toLowerCase();
  if (state === "failure" || state === "failed") return "failure";
  return state === "success" || state === "done" ? "success" : "started";
};

/** The queue's tasks, from the database and live. @param {{address: import("../../types/state").Address}} props */
export default function Tasks({ address }) {
  const state = address.params.state ?? "";
  const [live, setLive] = useState(/** @type {Map<string, Partial<Task>>} */ (new Map()));
  const [line, setLine] = useState("connecting");
  const loaded = useLoad((signal) => api.get("/api/task/", { signal, query: { limit: 100 } }), []);
  const reload = useRef(loaded.reload);
  reload.current = loaded.reload;
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
  if (loaded.error && !loaded.value)
    return h(Failure, { error: loaded.error, retry: loaded.reload });
  if (!loaded.value) return h(Loading, null);
  const stored = /** @type {Task[]} */ (loaded.value.results ?? []);
  const rows = merge(stored, live).filter((task) => !state || stateOf(task) === state);
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-filters", role: "group", "aria-label": t("Show") },
      filters().map((one) =>
        h(
          "button",
          {
            key: one.value,
            type: "button",
            class: "chip",
            "aria-pressed": String(state === one.value),
            onClick: () => setParams(address, { state: one.value }),
          },
          one.label,
        ),
      ),
      h("span", { class: "grow" }),
      h(
        "span",
        { class: "dim small row" },
        h("span", { class: `dot ${line === "live" ? "steady" : "hollow"}` }),
        line === "live" ? t("Live") : t("Reconnecting"),
      ),
    ),
    rows.length === 0
      ? h(
          Empty,
          { icon: "list-checks", title: t("No tasks") },
          t("Workers list here what the queue gave them."),
        )
      : h(
          "div",
          { class: "scroll table-wrap" },
          h(
            "table",
            { class: "table" },
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                [t("Task"), t("State"), t("Began"), t("Took"), t("Run")].map((label) =>
                  h("th", { key: label, scope: "col" }, label),
                ),
              ),
            ),
            h(
              "tbody",
              null,
              rows.map((task) => h(Row, { key: task.task_id, task })),
            ),
          ),
        ),
  );
}

/** Newest first; what the socket said wins over what was read. @param {Task[]} stored @param {Map<string, Partial<Task>>} live @returns {Task[]} */
function merge(stored, live) {
  const all = new Map(stored.map((task) => [task.task_id, task]));
  for (const [id, task] of live)
    all.set(
      id,
      /** @type {Task} */ ({ progress: "", error: "", worker: "", ...all.get(id), ...task }),
    );
  return [...all.values()].sort((a, b) => (b.started_at ?? "").localeCompare(a.started_at ?? ""));
}

/** @param {{task: Task}} props */
function Row({ task }) {
  const state = stateOf(task);
  const words = { started: t("running"), success: t("done"), failure: t("failed") }[state];
  const took =
    task.runtime ??
    (state === "started"
      ? elapsed(task.started_at, null, now.value)
      : elapsed(task.started_at, task.ended_at, now.value));
  return h(
    "tr",
    null,
    h(
      "th",
      { scope: "row" },
      h("span", { class: "block" }, task.name),
      h(
        "span",
        { class: "dim small block truncate" },
        task.args_preview,
        " ",
        h(CopyId, { id: task.task_id }),
      ),
      task.error && h("span", { class: "problem block" }, task.error),
      task.progress &&
        state === "started" &&
        h("span", { class: "soft small block" }, task.progress),
    ),
    h(
      "td",
      null,
      h(
        "span",
        { class: `chip ${state === "failure" ? "failed" : ""}` },
        state === "started" && h("span", { class: "dot working" }),
        words,
      ),
    ),
    h("td", null, h(Time, { at: task.started_at })),
    h("td", { class: "num" }, Number.isFinite(took) ? duration(took) : "–"),
    h(
      "td",
      null,
      task.run_id
        ? h(
            "button",
            {
              type: "button",
              class: "button small",
              onClick: () => openWindow(`run.${task.run_id}`),
            },
            t("Run"),
          )
        : h("span", { class: "dim" }, "–"),
    ),
  );
}
