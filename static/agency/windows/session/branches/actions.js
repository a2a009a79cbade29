import { t } from "../../../core/i18n.js";
import { setParams } from "../../../desktop/open.js";
import { changeBranch } from "../../../intents/change_branch.js";
import { attempt } from "../attempt.js";
import { copyLink } from "../links.js";

/**
 * What can be done with a branch.
 * @param {{branch: import("../../../types/api").Branch, model: import("../model.js").Model,
 *   address: import("../../../types/state").Address, isActive: boolean,
 *   setDialog: (name: "rename" | "delete") => void}} about
 * @returns {import("../../../ui/menu.js").MenuItem[]}
 */
export function branchActions({ branch, model, address, isActive, setDialog }) {
  const shownId = model.session.peek()?.active_branch_id;
  const hide = () =>
    attempt(
      () => changeBranch(model.id, branch, { hidden: !branch.hidden }),
      branch.hidden ? t("The branch was not shown") : t("The branch was not hidden"),
    );
  const isWorking = model.run.peek() !== null;
  return [
    {
      label: t("Show this branch"),
      icon: "git-branch",
      disabled: isActive || isWorking,
      run: () => model.show(branch.id),
    },
    {
      label: t("Look at it without switching"),
      icon: "eye",
      disabled: isActive,
      run: () => setParams(address, { b: branch.id, m: null }),
    },
    {
      label: t("Compare with the shown one"),
      icon: "git-compare",
      disabled: isActive,
      run: () => setParams(address, { p: "compare", l: shownId, r: branch.id }),
    },
    { label: t("Copy link"), icon: "link", run: () => copyLink(model.id, { b: branch.id }) },
    { label: "", separator: true },
    { label: t("Rename"), icon: "pencil", hint: "F2", run: () => setDialog("rename") },
    {
      label: branch.hidden ? t("Show again") : t("Hide"),
      icon: branch.hidden ? "eye" : "eye-off",
      disabled: isActive,
      run: hide,
    },
    {
      label: t("Delete…"),
      icon: "trash-2",
      danger: true,
      disabled: isActive,
      run: () => setDialog("delete"),
    },
  ];
}
