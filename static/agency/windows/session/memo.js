import { Component, h } from "preact";

/**
 * Draw again only when a property changed; signals read inside still redraw it.
 * @template P
 * @param {(props: P) => any} view
 * @returns {(props: P & {key?: string}) => any}
 */
export function memo(view) {
  class Memo extends Component {
    /** @param {any} next */
    shouldComponentUpdate(next) {
      const now = /** @type {any} */ (this.props);
      const names = new Set([...Object.keys(now), ...Object.keys(next)]);
      return [...names].some((name) => now[name] !== next[name]);
    }

    render() {
      return h(/** @type {any} */ (view), this.props);
    }
  }
  return /** @type {any} */ (Memo);
}
