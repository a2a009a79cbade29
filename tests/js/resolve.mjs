/** Load with `node --import`: bare names resolve to the vendored files that the page uses. */
import { register } from "node:module";

register("./resolve-hook.mjs", import.meta.url);
