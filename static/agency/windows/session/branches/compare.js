import { h } from "preact";
import { align, differences } from "../../../core/compare.js";
import { t, tn } from "../../../core/i18n.js";
import { toolName } from "../../../core/plain-words.js";
import { setParams } from "../../../desktop/open.js";
import { compareBranches, readBranches } from "../../../intents/read_branches.js";
import { Markdown } from "../../../md/markdown.js";
import { Button, IconButton } from "../../../ui/button.js";
import { Select } from "../../../ui/fields.js";
import { Icon } from "../../../ui/icon.js";
import { Empty, Failure, Loading } from "../../../ui/states.js";
import { useLoad } from "../../../ui/use-load.js";
import { useModel } from "../model.js";
import { branchName } from "./words.js";

/**
 * @typedef {import("../../../types/api").Branch} Branch
 * @typedef {import("../../../core/compare.js").Cell} Cell
 * @typedef {import("../../../core/compare.js").Piece} Piece
 */

/**
 * What two branches say after the part they share: turns opposite each other, differences marked.
 * @param {{address: import("../../../types/state").Address}} props
 */
export function Compare({ address }) {
  const model = useModel();
  const all = useLoad((signal) => readBranches(model.id, signal), [model.id]);
  const left = address.params.l ?? model.session.value?.active_branch_id ?? "";
  const right = address.params.r ?? model.branches.value.find((one) => one.id !== left)?.id ?? "";
  if (all.error && !all.value) return h(Failure, { error: all.error, retry: all.reload });
  if (!all.value) return h(Loading, null);
  const choose = (/** @type {string} */ side) => (/** @type {string} */ id) =>
    setParams(address, { [side]: id });
  const swap = () => setParams(address, { l: right, r: left });
  return h(
    "div",
    { class: "compare" },
    h(
      "div",
      { class: "compare-heads" },
      h(Choice, { label: t("Left"), branches: all.value, id: left, onChange: choose("l") }),
      h(IconButton, { icon: "arrow-left-right", label: t("Swap sides"), run: swap }),
      h(Choice, { label: t("Right"), branches: all.value, id: right, onChange: choose("r") }),
    ),
    left === right || !right
      ? h(
          Empty,
          { icon: "git-compare", title: t("Choose two branches") },
          t("What they share is left out; what they say differently stands side by side."),
        )
      : h(Sides, { key: `${left}${right}`, left, right }),
  );
}

/** @param {{label: string, branches: Branch[], id: string, onChange: (id: string) => void}} props */
function Choice({ label, branches, id, onChange }) {
  const model = useModel();
  const isShown = id === model.session.value?.active_branch_id;
  const show = { kind: "quiet", small: true, run: () => model.show(id) };
  return h(
    "div",
    { class: "compare-choice" },
    h(Select, {
      label,
      hideLabel: true,
      value: id,
      onChange,
      options: branches.map((one) => ({ value: one.id, label: branchName(one).slice(0, 60) })),
    }),
    isShown
      ? h("span", { class: "chip accent" }, t("shown now"))
      : h(Button, { ...show, disabled: model.run.value !== null }, t("Show this one")),
  );
}

/** @param {{left: string, right: string}} props */
function Sides({ left, right }) {
  const model = useModel();
  const found = useLoad(
    (signal) => compareBranches(model.id, left, right, signal),
    [model.id, left, right],
  );
  if (found.error && !found.value) return h(Failure, { error: found.error, retry: found.reload });
  if (!found.value) return h(Loading, null);
  const { common_depth: common, left: a, right: b } = found.value;
  const pairs = align(a.messages, b.messages);
  const same = t("Nothing: one goes on where the other ends, or they are the same.");
  return h(
    "div",
    { class: "compare-rows", tabIndex: 0, role: "region", "aria-label": t("Differences") },
    h(
      "p",
      { class: "compare-common small dim" },
      h(Icon, { name: "git-branch", size: 14 }),
      common > 0
        ? tn("The first message is the same.", "The first {count} messages are the same.", common)
        : t("They share no message."),
    ),
    pairs.length === 0 && h("p", { class: "soft" }, same),
    pairs.map((pair, at) => h(Row, { key: at, ...pair })),
    (a.has_more || b.has_more) &&
      h("p", { class: "small dim" }, t("Only the first 200 messages of each are compared.")),
  );
}

/** @param {{left: Cell | null, right: Cell | null}} props */
function Row({ left, right }) {
  const marks = differences(left?.texts.join("\n\n") ?? "", right?.texts.join("\n\n") ?? "");
  return h(
    "div",
    { class: "compare-row" },
    h(Side, { cell: left, pieces: marks.left, mark: "del" }),
    h(Side, { cell: right, pieces: marks.right, mark: "ins" }),
  );
}

/** @param {{cell: Cell | null, pieces: Piece[], mark: "del" | "ins"}} props */
function Side({ cell, pieces, mark }) {
  if (!cell) return h("div", { class: "compare-cell none", "aria-label": t("Nothing here") }, "–");
  const who = cell.who === "human" ? t("Person") : t("Agent");
  return h(
    "div",
    { class: `compare-cell ${cell.who}` },
    h("h4", { class: "small dim" }, who),
    cell.tools.length > 0 &&
      h(
        "p",
        { class: "row wrap" },
        cell.tools.map((name, at) =>
          h(
            "span",
            { class: "chip", key: at },
            h(Icon, { name: "wrench", size: 12 }),
            toolName(name),
          ),
        ),
      ),
    h(Said, { cell, pieces, mark }),
  );
}

/** Marked where the other side says it differently; formatted where there is nothing to mark. @param {{cell: Cell, pieces: Piece[], mark: "del" | "ins"}} props */
function Said({ cell, pieces, mark }) {
  if (pieces.every((piece) => piece.kind === "same"))
    return cell.texts.map((text, at) => h(Markdown, { key: at, text }));
  return h(
    "div",
    { class: "compare-text" },
    pieces.map(({ kind, text }, at) => (kind === "same" ? text : h(mark, { key: at }, text))),
  );
}
