/** The slices of one session's state that its parts read; each changes only when its own part does. */
import { computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { effectiveModel } from "../../core/effective-model.js";
import { t } from "../../core/i18n.js";
import { ofSession } from "../../core/outbox.js";
import { store } from "../../core/store.js";
import { liveRun, toRows } from "../../core/turns.js";
import { setParams } from "../../desktop/open.js";
import { loadOlder } from "../../intents/load_older.js";
import { switchBranch } from "../../intents/switch_branch.js";
import { attempt } from "./attempt.js";

/**
 * @param {string} id
 * @param {import("../../types/state").Address} address of the window
 */
export function createModel(id, address) {
  const state = store.sessionState(id);
  const slices = sliced(state);
  const { session, runs, stream } = slices;
  const branchId = computed(() => session.value?.active_branch_id);
  const hasStream = computed(() => stream.value !== null);
  /** @type {import("../../core/turns.js").Row[]} */
  let before = [];
  const rows = computed(() => {
    const placeholder = hasStream.value ? stream.peek() : null;
    const { messages, toolCalls } = slices;
    const parts = { messages: messages.value, toolCalls: toolCalls.value, runs: runs.value };
    before = toRows({ ...parts, stream: placeholder, branchId: branchId.value }, before);
    return before;
  });
  const run = computed(() => liveRun({ runs: runs.value }));
  return {
    id,
    ...slices,
    rows,
    branchId,
    /** Whether this is another branch than the session's, to be read only. */
    isPeek: false,
    /** @type {(limit?: number) => Promise<void>} */
    loadOlder: (limit) => loadOlder(id, limit),
    show: (/** @type {string} */ branch) => showBranch({ id, run, address }, branch),
    run,
    lastRun: computed(() => [...runs.value.values()].at(-1) ?? null),
    /** What the children used, by id, and of which set of them that was read. */
    childUsage: signal({ shape: "", byId: /** @type {Map<string, any>} */ (new Map()) }),
    pending: computed(() => ofSession(store.outbox.value, id)),
    agent: computed(() => store.agents.value.get(session.value?.agent_id ?? "") ?? null),
    model: computed(() => session.value && effectiveModel(session.value, catalogue())),
    /** The message being edited in place. */
    editing: signal(/** @type {string | null} */ (null)),
    /** The message that a link or a find led to, so that what hides it opens. */
    target: signal(/** @type {string | null} */ (null)),
    /** Text to put into the composer, and pictures with it. */
    refill: signal(/** @type {Refill | null} */ (null)),
  };
}

/**
 * Show a branch to everyone who looks at the session; while a turn is under way only this window
 * looks at it.
 * @param {{id: string, run: {peek: () => unknown}, address: import("../../types/state").Address}} where
 * @param {string} branch
 */
function showBranch({ id, run, address }, branch) {
  if (run.peek() !== null) return setParams(address, { b: branch, m: null });
  setParams(address, { b: null, m: null });
  attempt(() => switchBranch(id, branch), t("The branch was not switched"));
}

/** @typedef {{text: string, images?: {mime: string, data: string}[]}} Refill */

/** @param {import("@preact/signals").Signal<import("../../types/state").SessionState>} state */
const sliced = (state) => ({
  status: computed(() => state.value.status),
  error: computed(() => state.value.error),
  session: computed(() => state.value.session),
  messages: computed(() => state.value.messages),
  runs: computed(() => state.value.runs),
  toolCalls: computed(() => state.value.toolCalls),
  toolGroups: computed(() => state.value.toolGroups),
  stream: computed(() => state.value.stream),
  branches: computed(() => state.value.branches),
  interruptions: computed(() => state.value.interruptions),
  resolved: computed(() => state.value.resolved),
  queue: computed(() => state.value.queue),
  children: computed(() => state.value.children),
  context: computed(() => state.value.context),
  usage: computed(() => state.value.usage),
  hasOlder: computed(() => state.value.hasOlder),
  loadingOlder: computed(() => state.value.loadingOlder),
});

const catalogue = () => ({
  agents: store.agents.value,
  models: store.models.value,
  providers: store.providers.value,
  workspaces: store.workspaces.value,
});

/** @typedef {ReturnType<typeof createModel>} Model */

export const ModelContext = createContext(/** @type {Model} */ (/** @type {unknown} */ (null)));

/** @returns {Model} */
export const useModel = () => useContext(ModelContext);
