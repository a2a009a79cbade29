/** The task socket, open only while the window is. */

import { signedOut } from "../../net/api.js";
import { Channel } from "../../net/socket.js";

const STATES = /** @type {Record<string, string>} */ ({
  task_started: "started",
  task_progress: "started",
  task_success: "success",
  task_failure: "failure",
});

/**
 * @param {{onTask: (task: any) => void, onState: (state: string) => void}} handlers
 * @returns {() => void} the way to stop
 */
export function followTasks({ onTask, onState }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const channel = new Channel({
    url: `${scheme}://${location.host}/channel/task/`,
    onFrame: (frame) => {
      const state = STATES[frame.type ?? ""];
      if (state) onTask(record(frame, state));
    },
    onOpen: () => undefined,
    onState,
    onSignedOut: signedOut,
  });
  channel.open();
  return () => channel.close();
}

/** @param {any} frame @param {string} state */
function record({ task_id, name, args_preview, run_id, progress, runtime, error, ts }, state) {
  const given = { task_id, name, args_preview, run_id, progress, runtime, error };
  const known = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  );
  const ended = state === "started" ? {} : { ended_at: ts };
  return {
    ...known,
    state,
    ...ended,
    ...(state === "started" && progress === undefined ? { started_at: ts } : {}),
  };
}
