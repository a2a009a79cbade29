import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { branchTree, withoutHidden } from "../../../core/branch-tree.js";
import { t, tn } from "../../../core/i18n.js";
import { lineage } from "../../../core/siblings.js";
import { readBranches } from "../../../intents/read_branches.js";
import { Checkbox } from "../../../ui/fields.js";
import { Failure, Loading } from "../../../ui/states.js";
import { useLoad } from "../../../ui/use-load.js";
import { useModel } from "../model.js";
import { Tree } from "./tree.js";

/** @typedef {import("../../../types/api").Branch} Branch */

/** Every branch of the session: where it parted, how it begins and how it ends. @param {{address: import("../../../types/state").Address}} props */
export function BranchMap({ address }) {
  const model = useModel();
  const [withHidden, setWithHidden] = useState(false);
  const { loaded, branches } = useBranches();
  if (loaded.error && !loaded.value)
    return h(Failure, { error: loaded.error, retry: loaded.reload });
  if (!loaded.value) return h(Loading, { rows: 4 });
  const activeId = model.session.value?.active_branch_id ?? null;
  const tree = branchTree(branches);
  const hidden = branches.filter((branch) => branch.hidden && branch.id !== activeId).length;
  return h(
    "div",
    { class: "branch-map" },
    model.run.value !== null &&
      h(
        "p",
        { class: "small dim" },
        t("A turn is under way: other branches can be looked at, not switched to."),
      ),
    branches.length === 1 &&
      h(
        "p",
        { class: "soft" },
        t("There is one branch. Editing a message or answering again makes another beside it."),
      ),
    h(Tree, {
      nodes: withHidden ? tree : withoutHidden(tree, activeId),
      address,
      activeId,
      onPath: new Set(lineage(branches, activeId ?? "").keys()),
    }),
    hidden > 0 &&
      h(Checkbox, {
        label: tn("Show {count} hidden branch", "Show {count} hidden branches", hidden),
        checked: withHidden,
        onChange: setWithHidden,
      }),
  );
}

/** The live branches with their first and last words, which are read again when a branch grows. */
function useBranches() {
  const model = useModel();
  const live = model.branches.value;
  const loaded = useLoad((signal) => readBranches(model.id, signal), [model.id]);
  const shape = live.map((one) => `${one.id}${one.head_depth}`).join();
  const [seen, setSeen] = useState(shape);
  useEffect(() => {
    if (shape === seen) return undefined;
    const timer = setTimeout(() => {
      setSeen(shape);
      loaded.reload();
    }, 400);
    return () => clearTimeout(timer);
  }, [shape]);
  const ends = new Map((loaded.value ?? []).map((one) => [one.id, one]));
  const branches = live.map((one) => ({
    ...one,
    first: ends.get(one.id)?.first ?? null,
    head: ends.get(one.id)?.head ?? null,
  }));
  return { loaded, branches };
}
