/** The slices of one session's state that its parts read; each changes only when its own part does. */
import { computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { effectiveModel } from "../../core/effective-model.js";
import { ofSession } from "../../core/outbox.js";
import { store } from "../../core/store.js";
import { liveRun, toRows } from "../../core/turns.js";

/** @param {string} id */
export function createModel(id) {
  const state = store.sessionState(id);
  /** @type {import("../../core/turns.js").Row[]} */
  let before = [];
  const messages = computed(() => state.value.messages);
  const toolCalls = computed(() => state.value.toolCalls);
  const runs = computed(() => state.value.runs);
  const stream = computed(() => state.value.stream);
  const hasStream = computed(() => stream.value !== null);
  const session = computed(() => state.value.session);
  const rows = computed(() => {
    const placeholder = hasStream.value ? stream.peek() : null;
    const parts = { messages: messages.value, toolCalls: toolCalls.value, runs: runs.value };
    before = toRows({ ...parts, stream: placeholder }, before);
    return before;
  });
  return {
    id,
    status: computed(() => state.value.status),
    error: computed(() => state.value.error),
    session,
    messages,
    rows,
    stream,
    toolCalls,
    branches: computed(() => state.value.branches),
    interruptions: computed(() => state.value.interruptions),
    resolved: computed(() => state.value.resolved),
    toolGroups: computed(() => state.value.toolGroups),
    queue: computed(() => state.value.queue),
    usage: computed(() => state.value.usage),
    hasOlder: computed(() => state.value.hasOlder),
    loadingOlder: computed(() => state.value.loadingOlder),
    run: computed(() => liveRun({ runs: runs.value })),
    lastRun: computed(() => [...runs.value.values()].at(-1) ?? null),
    pending: computed(() => ofSession(store.outbox.value, id)),
    agent: computed(() => store.agents.value.get(session.value?.agent_id ?? "") ?? null),
    model: computed(() => session.value && effectiveModel(session.value, catalogue())),
    /** The message being edited in place. */
    editing: signal(/** @type {string | null} */ (null)),
    /** Text to put into the composer, and pictures with it. */
    refill: signal(
      /** @type {{text: string, images?: {mime: string, data: string}[]} | null} */ (null),
    ),
  };
}

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
