import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { addServed } from "../../intents/add_served.js";
import { lookAround } from "../../intents/look_around.js";
import { saveProvider } from "../../intents/save_provider.js";
import { asFailure } from "../../net/errors.js";
import { Button } from "../../ui/button.js";

/**
 * Servers of this machine, offered to be added with what they serve.
 * @param {{workspace: any}} props
 */
export function LocalServers({ workspace }) {
  const [found, setFound] = useState(/** @type {any[] | null} */ (null));
  const [words, setWords] = useState("");
  const look = async () => {
    setWords(t("Looking…"));
    try {
      setFound(await lookAround(workspace.id));
      setWords("");
    } catch (error) {
      setWords(asFailure(error).title);
    }
  };
  const add = async (/** @type {any} */ { name, base_url }) => {
    try {
      const fields = { kind: "openai", name, base_url, workspace_id: workspace.id };
      const models = await addServed((await saveProvider(fields)).id);
      setWords(tn("{count} model added", "{count} models added", models.length));
      setFound(await lookAround(workspace.id));
    } catch (error) {
      setWords(asFailure(error).title);
    }
  };
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "row wrap" },
      h(Button, { small: true, icon: "search", run: look }, t("Look for servers on this machine")),
      h("span", { class: "small soft", role: "status" }, words || nothing(found)),
    ),
    found?.map((one) => h(Server, { key: one.base_url, one, add: () => add(one) })),
  );
}

/** @param {any[] | null} found */
const nothing = (found) =>
  found?.length === 0 ? t("None of Ollama, LM Studio, vLLM and llama.cpp answers here.") : "";

/** @param {{one: any, add: () => void}} props */
const Server = ({ one, add }) =>
  h(
    "div",
    { class: "row wrap" },
    h("strong", null, one.name),
    h("span", { class: "small soft grow truncate" }, one.base_url, " · ", one.models.join(", ")),
    one.provider_id
      ? h("span", { class: "chip" }, t("added"))
      : h(Button, { small: true, run: add }, t("Add {name}", { name: one.name })),
  );
