import { readFileSync } from "node:fs";

const folder = new URL("../../static/vendor/", import.meta.url);
const listing = JSON.parse(readFileSync(new URL("VENDOR.json", folder), "utf8"));

export function resolve(name, context, next) {
  const entry = listing[name];
  if (!entry) return next(name, context);
  return { url: new URL(entry.file, folder).href, format: "module", shortCircuit: true };
}

/** The page's modules are ES modules though no package.json beside them says so. */
export function load(url, context, next) {
  return next(url, url.includes("/static/") ? { ...context, format: "module" } : context);
}
