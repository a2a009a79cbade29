/**
 * Bundle each third-party package once, to one ES module under static/vendor/.
 *
 * Shared packages stay external, so that there is one copy of each at run time. VENDOR.json maps
 * every bare import name to its file, version, licence and SHA-384; a test recomputes the hashes.
 * Only an upgrade needs this script: `npm ci && node vendor.mjs`.
 */
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../../static/vendor");

const LANGUAGES =
  "bash c cpp csharp css diff dockerfile go ini java javascript json kotlin lua makefile markdown php plaintext python ruby rust shell sql swift typescript xml yaml".split(
    " ",
  );

const highlightEntry = [
  'import hljs from "highlight.js/lib/core";',
  ...LANGUAGES.map((name) => `import ${name} from "highlight.js/lib/languages/${name}";`),
  `for (const [name, grammar] of Object.entries({${LANGUAGES.join(",")}})) hljs.registerLanguage(name, grammar);`,
  "export default hljs;",
].join("\n");

/** `lazy` modules are not preloaded: the page imports them when it first needs them. */
const MODULES = [
  { name: "preact", entry: 'export * from "preact";' },
  // By its file: an external "preact" would take "preact/hooks" with it.
  {
    name: "preact/hooks",
    entry: 'export * from "./node_modules/preact/hooks/dist/hooks.mjs";',
    external: ["preact"],
  },
  { name: "@preact/signals-core", entry: 'export * from "@preact/signals-core";' },
  {
    name: "@preact/signals",
    entry: 'export * from "@preact/signals";',
    external: ["preact", "preact/hooks", "@preact/signals-core"],
  },
  { name: "markdown-it", entry: 'export { default } from "markdown-it";' },
  { name: "dompurify", entry: 'export { default } from "dompurify";' },
  { name: "highlight.js", entry: highlightEntry, lazy: true },
  { name: "temml", entry: 'export { default } from "temml";', lazy: true },
];

const packageOf = (name) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
const fileOf = (name) => `${name.replace("@", "").replaceAll("/", "-").replace(/\.js$/, "")}.js`;
const describe = (name) =>
  JSON.parse(readFileSync(join(here, "node_modules", packageOf(name), "package.json"), "utf8"));

async function bundle({ name, entry, external = [] }) {
  const { version, license } = describe(name);
  const result = await build({
    stdin: { contents: entry, resolveDir: here, loader: "js" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    mainFields: ["browser", "module", "main"],
    target: "es2022",
    minify: true,
    legalComments: "none",
    charset: "utf8",
    external,
    banner: { js: `/*! ${packageOf(name)} ${version} | ${license} */` },
  });
  return result.outputFiles[0].contents;
}

function copyLicences(names) {
  for (const name of new Set(names.map(packageOf))) {
    const folder = join(here, "node_modules", name);
    const licence = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!licence) throw new Error(`${name} ships no licence text`);
    const flat = name.replace("@", "").replaceAll("/", "-");
    copyFileSync(join(folder, licence), join(target, "licences", `${flat}.txt`));
  }
}

/** What markdown-it bundles besides itself also owes its licence text. */
const BUNDLED_WITHIN = ["mdurl", "uc.micro", "entities", "linkify-it", "punycode.js"];

rmSync(target, { recursive: true, force: true });
mkdirSync(join(target, "licences"), { recursive: true });
const listing = {};
for (const module of MODULES) {
  const code = await bundle(module);
  const { version, license } = describe(module.name);
  writeFileSync(join(target, fileOf(module.name)), code);
  listing[module.name] = {
    file: fileOf(module.name),
    package: packageOf(module.name),
    version,
    licence: license,
    integrity: `sha384-${createHash("sha384").update(code).digest("base64")}`,
    lazy: module.lazy ?? false,
  };
}
copyLicences([...MODULES.map((module) => module.name), ...BUNDLED_WITHIN]);
writeFileSync(join(target, "VENDOR.json"), `${JSON.stringify(listing, null, 2)}\n`);
