/**
 * One socket that never gives up: unlimited tries with capped, jittered delays, a heartbeat, and an
 * immediate probe when the page is looked at again or the network returns.
 *
 * It knows nothing of what frames mean. Requests carry a `ref`; an `ack` or `error` with that ref
 * settles them, everything else goes to `onFrame` in the order of arrival.
 */
import { uuid7 } from "../core/ids.js";
import { backoff } from "./backoff.js";
import { ApiError, noAnswer, unreachable } from "./errors.js";

/** @typedef {import("../types/api").Frame} Frame */

const PING_EVERY_MS = 15_000;
const PONG_WITHIN_MS = 8_000;
const PROBE_WITHIN_MS = 3_000;
const REQUEST_WITHIN_MS = 12_000;

/**
 * @typedef {object} Options
 * @property {string} url
 * @property {(frame: Frame) => void} onFrame
 * @property {() => void} onOpen called each time, before anything else can be sent
 * @property {(state: "connecting" | "live" | "reconnecting") => void} onState
 * @property {() => void} onSignedOut
 * @property {typeof WebSocket} [Socket]
 */

export class Channel {
  /** @type {WebSocket | null} */
  #socket = null;
  #options;
  #attempt = 0;
  #isStopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retryTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pingTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadTimer;
  /** @type {Map<string, {resolve: (frame: Frame) => void, reject: (error: Error) => void, timer: any}>} */
  #asked = new Map();

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
  }

  get isLive() {
    return this.#socket?.readyState === 1;
  }

  open() {
    this.#isStopped = false;
    this.#options.onState(this.#attempt === 0 ? "connecting" : "reconnecting");
    const Socket = this.#options.Socket ?? WebSocket;
    const socket = new Socket(this.#options.url);
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = (event) => this.#closed(socket, event.code);
  }

  close() {
    this.#isStopped = true;
    this.#clearTimers();
    this.#socket?.close();
  }

  /** The page is looked at again or the network is back: find out at once whether we are connected. */
  probe() {
    if (this.#isStopped) return;
    if (this.isLive) {
      this.#ping(PROBE_WITHIN_MS);
    } else if (this.#socket?.readyState !== 0) {
      clearTimeout(this.#retryTimer);
      this.open();
    }
  }

  /**
   * Send without waiting for an answer.
   * @param {object} frame
   * @returns {boolean} false when there is no connection
   */
  send(frame) {
    if (!this.isLive) return false;
    this.#socket?.send(JSON.stringify(frame));
    return true;
  }

  /**
   * Send and wait for the acknowledgement.
   * @param {object} frame
   * @param {{ref?: string, within?: number}} [options]
   * @returns {Promise<Frame>}
   * @throws {ApiError} what the server refused, `unreachable` or `no_answer`
   */
  request(frame, { ref = uuid7(), within = REQUEST_WITHIN_MS } = {}) {
    return new Promise((resolve, reject) => {
      if (!this.send({ ...frame, ref })) return reject(unreachable());
      const timer = setTimeout(() => {
        this.#asked.delete(ref);
        reject(noAnswer());
      }, within);
      this.#asked.set(ref, { resolve, reject, timer });
    });
  }

  #opened() {
    this.#attempt = 0;
    this.#options.onState("live");
    this.#options.onOpen();
    this.#pingLater();
  }

  /** @param {string} text */
  #received(text) {
    this.#alive();
    /** @type {Frame} */
    const frame = JSON.parse(text);
    if (frame.type === "pong") return;
    const asked = frame.ref ? this.#asked.get(frame.ref) : undefined;
    if (asked && (frame.type === "ack" || frame.type === "error")) {
      this.#asked.delete(/** @type {string} */ (frame.ref));
      clearTimeout(asked.timer);
      if (frame.type === "ack") asked.resolve(frame);
      else asked.reject(new ApiError(/** @type {any} */ (frame)));
      return;
    }
    this.#options.onFrame(frame);
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  #closed(socket, code) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#clearTimers();
    for (const { reject, timer } of this.#asked.values()) {
      clearTimeout(timer);
      reject(unreachable());
    }
    this.#asked.clear();
    if (this.#isStopped) return;
    if (code === 4401) return this.#options.onSignedOut();
    this.#options.onState("reconnecting");
    this.#retryTimer = setTimeout(() => this.open(), backoff(this.#attempt));
    this.#attempt += 1;
  }

  /** Anything received proves the connection. */
  #alive() {
    this.#options.onState("live");
    clearTimeout(this.#deadTimer);
    this.#deadTimer = undefined;
    this.#pingLater();
  }

  #pingLater() {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(() => this.#ping(PONG_WITHIN_MS), PING_EVERY_MS);
  }

  /** @param {number} within */
  #ping(within) {
    this.send({ action: "ping" });
    clearTimeout(this.#deadTimer);
    this.#deadTimer = setTimeout(() => this.#abandon(), within);
  }

  /** A half-open socket never tells; do not wait for its close. */
  #abandon() {
    const socket = this.#socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this.#closed(socket, 1006);
  }

  #clearTimers() {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#deadTimer);
  }
}
