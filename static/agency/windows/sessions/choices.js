import { store } from "../../core/store.js";

/**
 * Records of the catalogue as options of a field; those that are off are left out.
 * @param {Map<string, any>} records @returns {import("../../ui/fields.js").Option[]}
 */
export const asOptions = (records) =>
  [...records.values()]
    .filter((one) => one.enabled !== false)
    .sort((a, b) => a.name.localeCompare(b.name))
    .map((one) => ({ value: one.id, label: one.name }));

/** The agent that a new session begins with when nobody chose one. */
export function firstAgent() {
  const agents = [...store.agents.value.values()].filter((one) => one.enabled !== false);
  const greeting = agents.find((one) => one.greeting);
  const ordinary = agents.find((one) => one.kind !== "secretary");
  return (greeting ?? ordinary ?? agents[0])?.id ?? "";
}
