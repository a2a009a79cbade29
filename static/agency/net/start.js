/** Brings the page to life: snapshot, socket, outbox. `main.js` calls it once. */
import { movesMe as movesPerson } from "../core/membership.js";
import { store } from "../core/store.js";
import { onSignedOut, signedOut } from "./api.js";
import { perFrame } from "./flush.js";
import {
  followAgain,
  followAll,
  hydrateMe,
  mendHoles,
  rehydrate,
  rehydrateAll,
} from "./hydrate.js";
import { live } from "./live.js";
import { deliverWaiting, startOutbox } from "./pending.js";
import { Channel } from "./socket.js";

/** @typedef {import("../types/api").Frame} Frame */

/** A tab that slept this long checks its connection when it is looked at. */
let lastSeen = Date.now();

/**
 * @param {{onUnauthorized?: () => void}} [options] by default the sign-in page is opened
 * @returns {Promise<void>} when the first snapshot is in the store; rejects with what refused it
 */
export async function startClient({ onUnauthorized } = {}) {
  onSignedOut(onUnauthorized ?? toSignIn);
  const enqueue = perFrame(receive);
  live.channel = new Channel({
    url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/channel/`,
    onFrame: enqueue,
    onOpen: opened,
    onState: (state) => store.setConnection(offlineOr(state)),
    onSignedOut: signedOut,
  });
  startOutbox();
  live.channel.open();
  watchPage();
  await hydrateMe();
  followAll();
  store.outbox.peek().length > 0 && deliverWaiting();
}

/** @param {Frame[]} frames */
function receive(frames) {
  store.apply(frames);
  for (const frame of frames) if (frame.type === "error") refused(frame);
  if (frames.some(movesMe)) rehydrateAll().catch(() => {});
  else mendHoles();
}

/** @param {Frame} frame */
const movesMe = (frame) => movesPerson(frame, store.me.peek()?.id, store.workspaces.peek());

/** @param {Frame} frame an error that no request waits for */
function refused(frame) {
  const isLost = frame.code === "not_found" && /^workspace\./.test(frame.stream ?? "");
  if (frame.code === "unavailable" && frame.stream) followAgain(frame.stream);
  if (frame.code !== "cursor_expired" && !isLost) return;
  if (frame.stream && !isLost) rehydrate(frame.stream);
  else rehydrateAll().catch(() => {});
}

function opened() {
  followAll();
  if (store.me.peek()) deliverWaiting();
}

/** @param {"connecting" | "live" | "reconnecting"} state */
const offlineOr = (state) => (state !== "live" && navigator.onLine === false ? "offline" : state);

function watchPage() {
  const probe = () => live.channel.probe();
  window.addEventListener("online", probe);
  window.addEventListener("offline", () => store.setConnection("offline"));
  window.addEventListener("focus", () => {
    if (Date.now() - lastSeen > 5_000) probe();
    lastSeen = Date.now();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") probe();
  });
}

function toSignIn() {
  location.assign(`/login/?next=${encodeURIComponent(location.pathname + location.search)}`);
}
