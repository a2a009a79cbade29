/** Draws formulas as MathML, loaded when the first one appears. */

/** @type {Promise<any> | null} */
let loading = null;

/** @param {ParentNode} root */
export async function drawMath(root) {
  const places = [...root.querySelectorAll("[data-tex]")];
  if (places.length === 0) return;
  for (const place of places) place.removeAttribute("data-tex");
  loading ??= import("temml").then((module) => module.default);
  const temml = await loading;
  for (const place of places) {
    const element = /** @type {HTMLElement} */ (place);
    const tex = element.textContent ?? "";
    // Through the DOM, not a string: only so do its sizes pass the content policy.
    try {
      const displayMode = element.hasAttribute("data-display");
      temml.render(tex, element, { displayMode, trust: false, throwOnError: true });
    } catch {
      element.textContent = tex;
      element.classList.add("broken");
    }
  }
}
