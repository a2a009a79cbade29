import { effect } from "@preact/signals";
import { store } from "../core/store.js";
import { savePreferences } from "../intents/save_preferences.js";

/** "system", "light" or "dark". */
export const theme = () => /** @type {string} */ (store.me.value?.preferences?.theme ?? "system");

/** @param {string} wanted */
export const setTheme = (wanted) => savePreferences({ theme: wanted });

/** Light and dark in turn, beginning from what is on the screen now. */
export function toggleTheme() {
  const now = theme();
  const dark =
    now === "system" ? window.matchMedia("(prefers-color-scheme: dark)").matches : now === "dark";
  return setTheme(dark ? "light" : "dark");
}

/** Keep the page in the colours that the person chose. */
export function followTheme() {
  return effect(() => {
    if (!store.me.value) return;
    const wanted = theme();
    if (wanted === "light" || wanted === "dark") document.documentElement.dataset.theme = wanted;
    else delete document.documentElement.dataset.theme;
  });
}
