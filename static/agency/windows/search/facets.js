import { h } from "preact";
import { t } from "../../core/i18n.js";
import { KINDS, toggleKind } from "../../core/search-query.js";
import { store } from "../../core/store.js";
import { setParams } from "../../desktop/open.js";

/** @returns {Record<string, string>} */
export const kindWords = () => ({
  session: t("Sessions"),
  message: t("Messages"),
  agent: t("Agents"),
  document: t("Documents"),
});

/** @param {{label: string, on: boolean, run: () => void}} props */
const Chip = ({ label, on, run }) =>
  h("button", { type: "button", class: "chip", "aria-pressed": String(on), onClick: run }, label);

/** What is looked through, and in which order it is shown. @param {{address: import("../../types/state").Address}} props */
export function Facets({ address }) {
  const { params } = address;
  const set = (/** @type {Record<string, string>} */ change) => () => setParams(address, change);
  const words = kindWords();
  const isKind = (/** @type {string} */ kind) => (params.kind ?? "").split(",").includes(kind);
  return h(
    "div",
    { class: "pane-filters", role: "group", "aria-label": t("Narrow the search") },
    h(Chip, { label: t("Everything"), on: !params.kind, run: set({ kind: "" }) }),
    KINDS.map((kind) =>
      h(Chip, {
        key: kind,
        label: words[kind],
        on: isKind(kind),
        run: set({ kind: toggleKind(params, kind) }),
      }),
    ),
    h("span", { class: "filter-gap", "aria-hidden": "true" }),
    h(Home, { address }),
    h(Chip, {
      label: t("With sub-agents"),
      on: params.children === "1",
      run: set({ children: params.children === "1" ? "" : "1" }),
    }),
    h(Chip, {
      label: t("Newest first"),
      on: params.order === "newest",
      run: set({ order: params.order === "newest" ? "" : "newest" }),
    }),
  );
}

/** Only where there is a choice. @param {{address: import("../../types/state").Address}} props */
function Home({ address }) {
  const workspaces = [...store.workspaces.value.values()];
  const [first] = workspaces;
  if (workspaces.length < 2) return null;
  const { ws } = address.params;
  return h(Chip, {
    label: t("Only {name}", { name: first.name }),
    on: Boolean(ws),
    run: () => setParams(address, { ws: ws ? "" : first.id }),
  });
}
