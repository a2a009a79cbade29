/** Another branch than the one the session shows: read here, switched for nobody. */
import { computed, signal } from "@preact/signals";
import { h } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { isOnPath, lineage } from "../../core/siblings.js";
import { liveRun, toRows } from "../../core/turns.js";
import { setParams } from "../../desktop/open.js";
import { readPath } from "../../intents/read_path.js";
import { asFailure } from "../../net/errors.js";
import { Button } from "../../ui/button.js";
import { Icon } from "../../ui/icon.js";
import { branchName } from "./branches/words.js";

/**
 * @typedef {import("../../types/state").Address} Address
 * @typedef {import("./model.js").Model} Model
 */

/**
 * The model of the branch that the address names, when the conversation does not show it anyway.
 * @param {Model} model @param {Address} address
 * @returns {Model | null}
 */
export function usePeek(model, address) {
  const wanted = useWantedBranch(model, address);
  const peek = useMemo(() => (wanted ? createPeek(model, wanted, address) : null), [model, wanted]);
  useEffect(() => {
    peek?.loadOlder();
  }, [peek]);
  return peek;
}

/** @param {Model} model @param {Address} address */
function useWantedBranch(model, { params: { b, m } }) {
  const [depth, setDepth] = useState(/** @type {number | null} */ (null));
  const branches = model.branches.value;
  const activeId = model.session.value?.active_branch_id ?? "";
  const isOther = b !== undefined && b !== activeId && branches.some((one) => one.id === b);
  const parts = lineage(branches, activeId);
  const isDoubtful = isOther && m !== undefined && parts.has(b);
  useEffect(() => {
    if (!isDoubtful) return;
    readPath(model.id, { branch: b, before: m, limit: 1 }).then(
      (page) => setDepth((page.messages.at(-1)?.depth ?? 0) + 1),
      () => setDepth(0),
    );
  }, [b, m, isDoubtful]);
  if (!isOther) return null;
  if (!isDoubtful) return b;
  // The message may stand on the part that both branches share.
  return depth === null || isOnPath(parts, { branch_id: b, depth }) ? null : b;
}

/**
 * @param {Model} model
 * @param {string} branch
 * @param {Address} address
 * @returns {Model}
 */
function createPeek(model, branch, address) {
  const page = signal({
    messages: /** @type {import("../../types/api").Message[]} */ ([]),
    toolCalls: /** @type {Map<string, import("../../types/api").ToolCall>} */ (new Map()),
    hasOlder: true,
    isLoading: false,
  });
  const runs = computed(() => ended(model.runs.value));
  /** @type {import("../../core/turns.js").Row[]} */
  let before = [];
  const rows = computed(() => {
    const { messages, toolCalls } = page.value;
    before = toRows(
      { messages, toolCalls, runs: runs.value, stream: null, branchId: branch },
      before,
    );
    return before;
  });
  return {
    ...model,
    ...NOTHING_LIVE,
    rows,
    runs,
    branchId: signal(branch),
    isPeek: true,
    messages: computed(() => page.value.messages),
    toolCalls: computed(() => page.value.toolCalls),
    hasOlder: computed(() => page.value.hasOlder),
    loadingOlder: computed(() => page.value.isLoading),
    loadOlder: (limit) => readOlder(model.id, branch, page, limit),
    show: (other) => setParams(address, { b: other, m: null }),
  };
}

/** @type {any} */
const NOTHING_LIVE = {
  run: signal(null),
  stream: signal(null),
  pending: signal([]),
  interruptions: signal(new Map()),
  resolved: signal(new Map()),
};

/** @param {Map<string, import("../../types/api").Run>} runs */
const ended = (runs) =>
  new Map([...runs].filter(([, run]) => liveRun({ runs: new Map([[run.id, run]]) }) === null));

/**
 * @param {string} sessionId
 * @param {string} branch
 * @param {import("@preact/signals").Signal<any>} page
 * @param {number} [limit]
 */
async function readOlder(sessionId, branch, page, limit) {
  const { isLoading, hasOlder, messages, toolCalls } = page.peek();
  if (isLoading || !hasOlder) return;
  page.value = { ...page.peek(), isLoading: true };
  try {
    const older = await readPath(sessionId, { branch, before: messages[0]?.depth, limit });
    page.value = {
      messages: [...older.messages, ...messages],
      toolCalls: new Map([...older.tool_calls.map((one) => [one.id, one]), ...toolCalls]),
      hasOlder: older.has_older,
      isLoading: false,
      error: null,
    };
  } catch (error) {
    page.value = { ...page.peek(), isLoading: false, hasOlder: false, error: asFailure(error) };
  }
}

/** What a branch that is only looked at offers instead of a composer. @param {{address: Address, model: Model}} props */
export function PeekFoot({ address, model }) {
  const id = address.params.b;
  const branch = model.branches.value.find((one) => one.id === id);
  if (!branch) return null;
  const shownId = model.session.value?.active_branch_id;
  const isWorking = model.run.value !== null;
  return h(
    "div",
    { class: "session-foot" },
    h(
      "div",
      { class: "notice peek", role: "status" },
      h(Icon, { name: "eye", size: 14 }),
      h(
        "span",
        { class: "grow" },
        t("You look at another branch"),
        branch.name ? h("strong", null, ` ${branchName(branch)}`) : "",
        isWorking
          ? t(". The session works on its own one.")
          : t(". The session shows its own one."),
      ),
      h(
        "span",
        { class: "row wrap" },
        h(
          Button,
          { small: true, run: () => setParams(address, { p: "compare", l: shownId, r: id }) },
          t("Compare"),
        ),
        h(
          Button,
          { small: true, disabled: isWorking, run: () => model.show(branch.id) },
          t("Show this branch"),
        ),
        h(
          Button,
          { small: true, kind: "primary", run: () => setParams(address, { b: null, m: null }) },
          t("Back"),
        ),
      ),
    ),
  );
}
