import { useEffect } from "preact/hooks";
import { readChildren } from "../../../intents/read_children.js";
import { isUnderWay } from "../../sessions/status.js";
import { useModel } from "../model.js";

const SETTLE_MS = 300;

/** What the children used, read again whenever one of them begins or ends. */
export function useChildUsage() {
  const model = useModel();
  const shape = [...model.children.value.values()]
    .map((one) => `${one.id}${isUnderWay(one)}`)
    .join();
  useEffect(() => {
    if (!shape || model.childUsage.peek().shape === shape) return undefined;
    const timer = setTimeout(() => {
      model.childUsage.value = { ...model.childUsage.peek(), shape };
      readChildren(model.id).then(
        (list) => {
          const byId = new Map(list.map((one) => [one.id, one.usage]));
          model.childUsage.value = { shape, byId };
        },
        () => {},
      );
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [shape]);
  return model.childUsage.value.byId;
}
