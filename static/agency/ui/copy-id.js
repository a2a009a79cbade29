import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../core/i18n.js";
import { announce } from "./live-region.js";

/** @param {string} text */
export async function copyText(text) {
  await navigator.clipboard.writeText(text);
  announce(t("Copied"));
}

/**
 * An id in short form; a click copies the whole of it.
 * @param {{id: string | number, label?: string, whole?: boolean}} props
 */
export function CopyId({ id, label, whole = false }) {
  const [copied, setCopied] = useState(false);
  const text = String(id);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1200);
    } catch {
      announce(t("Copying is not allowed here"));
    }
  };
  const short = whole || text.length <= 12 ? text : `…${text.slice(-8)}`;
  return h(
    "button",
    {
      type: "button",
      class: "copy-id",
      title: t("Copy {id}", { id: text }),
      onClick: copy,
      "aria-label": `${label ?? t("Copy id")} ${short}`,
    },
    copied ? t("copied") : short,
  );
}
