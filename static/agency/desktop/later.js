/** What the desk needs soon, but not to be drawn: fetched after the first paint. */
import { followAttention } from "./attention.js";
import { followCost } from "./cost.js";
import "./drag.js";
import { followWorkspaces } from "./workspaces.js";

export function followTheRest() {
  followWorkspaces();
  followAttention();
  followCost();
}
