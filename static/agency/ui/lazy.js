import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../core/i18n.js";

/**
 * A part whose code is fetched when it is first drawn; nothing stands there meanwhile.
 * @param {() => Promise<any>} load gives the part
 * @returns {(props: any) => any}
 */
export function lazy(load) {
  /** @type {any} */
  let part = null;
  return function Lazy(props) {
    const [tries, setTries] = useState(0);
    const [isMissing, setMissing] = useState(false);
    useEffect(() => {
      let isHere = true;
      const show = (/** @type {boolean} */ missing) => isHere && setMissing(missing);
      const redraw = () => isHere && setTries((count) => count + 1);
      if (!part)
        load().then(
          (loaded) => {
            part = loaded;
            show(false);
            redraw();
          },
          () => show(true),
        );
      return () => {
        isHere = false;
      };
    }, [part === null && tries]);
    if (part) return h(part, props);
    return isMissing ? h(Missing, { retry: () => setTries(tries + 1) }) : null;
  };
}

/** @param {{retry: () => void}} props */
const Missing = ({ retry }) =>
  h(
    "p",
    { class: "notice failed", role: "alert" },
    h("span", { class: "grow" }, t("This part could not be fetched.")),
    h("button", { type: "button", class: "button small", onClick: retry }, t("Try again")),
  );
