/** Which model a session uses now; the server decides the same way when it calls one. */

/**
 * @typedef {import("../types/api").Catalogued} Row
 * @typedef {{agents: Map<string, any>, models: Map<string, any>, providers: Map<string, any>,
 *   workspaces: Map<string, any>}} Catalogue
 */

/**
 * @param {import("../types/api").Session} session
 * @param {Catalogue} catalogue
 * @returns {{model: any, provider: any, source: string} | null} null when there is none to use
 */
export function effectiveModel(session, catalogue) {
  const usable = [...catalogue.models.values()].filter((model) =>
    isUsable(model, session, catalogue),
  );
  const byId = (/** @type {unknown} */ id) => usable.find((model) => model.id === id);
  const byName = (/** @type {string | null | undefined} */ name) =>
    name ? usable.find((model) => model.model_id === name) : undefined;
  const agent = session.agent_id ? catalogue.agents.get(session.agent_id) : null;
  const workspace = catalogue.workspaces.get(session.workspace_id);
  /** @type {[string, any][]} */
  const candidates = [
    ["session", byId(session.overrides?.model)],
    ["agent", byId(agent?.model_id) ?? preferred(usable, agent)],
    ["environment", byName(workspace?.environment_model)],
    ["workspace", byId(workspace?.default_model_id)],
    ["first", firstWithKey(usable, catalogue)],
  ];
  const [source, model] = candidates.find(([, found]) => found) ?? ["", null];
  return model ? { model, provider: catalogue.providers.get(model.provider_id), source } : null;
}

/**
 * @param {any} model
 * @param {import("../types/api").Session} session
 * @param {Catalogue} catalogue
 */
const isUsable = (model, session, { providers }) =>
  model.enabled !== false &&
  model.workspace_id === session.workspace_id &&
  providers.get(model.provider_id)?.enabled !== false;

/**
 * @param {any[]} usable
 * @param {any} agent
 */
function preferred(usable, agent) {
  for (const ability of agent?.prefers ?? []) {
    const found = usable.find((model) => model.abilities?.[ability] === true);
    if (found) return found;
  }
  return undefined;
}

/**
 * A real model with a key before the demo model.
 * @param {any[]} usable
 * @param {Catalogue} catalogue
 */
function firstWithKey(usable, { providers }) {
  const kindOf = (/** @type {any} */ model) => providers.get(model.provider_id)?.kind;
  const real = usable.find(
    (model) => kindOf(model) !== "demo" && providers.get(model.provider_id)?.has_key,
  );
  return real ?? usable.find((model) => kindOf(model) === "demo");
}
