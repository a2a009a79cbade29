import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { duration } from "../../core/time.js";
import { asFailure } from "../../net/errors.js";
import { Icon } from "../../ui/icon.js";

/** @typedef {{ok: boolean, detail: string, hint?: string, seconds?: number}} Probe */

/** A test button and what came of it. @param {{test: () => Promise<Probe>, label: string}} props */
export function useProbe({ test, label }) {
  const [state, setState] = useState(
    /** @type {{busy: boolean, result: Probe | null}} */ ({ busy: false, result: null }),
  );
  const run = async () => {
    setState({ busy: true, result: null });
    try {
      setState({ busy: false, result: await test() });
    } catch (error) {
      const { title, detail } = asFailure(error);
      setState({ busy: false, result: { ok: false, detail: detail || title } });
    }
  };
  const button = h(
    "button",
    {
      type: "button",
      class: "button small",
      onClick: run,
      disabled: state.busy,
      "aria-label": label,
    },
    state.busy ? t("Testing…") : t("Test"),
  );
  const { result } = state;
  const verdict =
    result &&
    h(
      "p",
      { class: `notice ${result.ok ? "" : "failed"}`, role: "status" },
      h(Icon, { name: result.ok ? "check" : "alert-triangle" }),
      h(
        "span",
        { class: "grow" },
        result.ok ? t("It answers.") : result.detail,
        !result.ok && result.hint ? ` ${result.hint}` : "",
        result.ok &&
          result.seconds !== undefined &&
          h("span", { class: "dim" }, ` ${duration(result.seconds)}`),
      ),
    );
  return { button, verdict, run };
}
