import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { setParams } from "../../../desktop/open.js";
import { lazy } from "../../../ui/lazy.js";

/** @typedef {import("../../../types/state").Address} Address */

const load = () => import("./bar.js").then((module) => module.FindBar);
const FindBar = lazy(load);
/** Its code comes soon after the window has the keyboard, so that what is typed next is not lost. */
const SOON_MS = 800;

/**
 * Looking for words in this session: opened by Ctrl F while its window is focused, or by an address
 * that names words in `f`.
 * @param {{address: Address, focused: boolean}} props
 */
export function Find({ address, focused }) {
  const { f } = address.params;
  const [isOpen, setOpen] = useState(Boolean(f));
  const [summons, setSummons] = useState(0);
  useEffect(() => {
    if (f) setOpen(true);
  }, [f]);
  useEffect(() => {
    if (!focused) return undefined;
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isFind || event.key.toLowerCase() !== "f" || document.querySelector("dialog[open]"))
        return;
      event.preventDefault();
      setOpen(true);
      setSummons((count) => count + 1);
    };
    document.addEventListener("keydown", onKey);
    const soon = setTimeout(() => load().catch(() => {}), SOON_MS);
    return () => {
      clearTimeout(soon);
      document.removeEventListener("keydown", onKey);
    };
  }, [focused]);
  const close = () => {
    setOpen(false);
    setParams(address, { f: null });
  };
  return isOpen ? h(FindBar, { address, close, summons }) : null;
}
