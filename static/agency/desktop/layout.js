/**
 * Where windows stand. Pure: every function takes a layout and returns the next one.
 *
 * Windows tile in columns, each a stack of one or more; a window dragged out floats. What does not
 * fit the width waits on the shelf, open but not shown, least recently focused first.
 */

/**
 * @typedef {{keys: string[], weight: number}} Column
 * @typedef {{x: number, y: number, w: number, h: number}} Pose in pixels of the working area
 * @typedef {{columns: Column[], floats: Record<string, Pose>, recent: string[],
 *   rows: Record<string, number>, zoomed: string | null}} Layout `recent` ends with the focused key
 */

export const MIN_COLUMN = 360;
const MIN_WEIGHT = 0.25;

/** @returns {Layout} */
export const emptyLayout = () => ({ columns: [], floats: {}, recent: [], rows: {}, zoomed: null });

/** @param {Layout} layout */
export const focusedKey = (layout) => layout.recent.at(-1) ?? null;

/** @param {Layout} layout @param {string} key */
export const isOpen = (layout, key) => layout.recent.includes(key);

/** @param {Layout} layout @param {string} key */
export const columnOf = (layout, key) =>
  layout.columns.findIndex((column) => column.keys.includes(key));

/** @param {Layout} layout @param {string} key @returns {Layout} */
export function focus(layout, key) {
  if (!isOpen(layout, key) || focusedKey(layout) === key) return layout;
  const zoomed = layout.zoomed && layout.zoomed !== key ? null : layout.zoomed;
  return { ...layout, zoomed, recent: [...layout.recent.filter((other) => other !== key), key] };
}

/**
 * Open beside the focused window, or focus it when it is open already.
 * @param {Layout} layout @param {string} key @returns {Layout}
 */
export function open(layout, key) {
  if (isOpen(layout, key)) return focus(layout, key);
  const current = focusedKey(layout);
  const beside = current === null ? -1 : columnOf(layout, current);
  const at = beside < 0 ? layout.columns.length : beside + 1;
  const columns = layout.columns.toSpliced(at, 0, { keys: [key], weight: 1 });
  return { ...layout, zoomed: null, columns, recent: [...layout.recent, key] };
}

/** @param {Layout} layout @param {string} key @returns {Layout} */
export function close(layout, key) {
  const { [key]: _pose, ...floats } = layout.floats;
  return {
    ...detach(layout, key),
    floats,
    recent: layout.recent.filter((other) => other !== key),
    zoomed: layout.zoomed === key ? null : layout.zoomed,
  };
}

/** Put one window in the place of another. @param {Layout} layout @param {string} old @param {string} key @returns {Layout} */
export function replace(layout, old, key) {
  if (old === key || !isOpen(layout, old)) return open(layout, key);
  if (isOpen(layout, key)) return focus(close(layout, old), key);
  const swap = (/** @type {string} */ other) => (other === old ? key : other);
  const { [old]: pose, ...floats } = layout.floats;
  const columns = layout.columns.map((column) => ({ ...column, keys: column.keys.map(swap) }));
  const next = {
    ...layout,
    columns,
    recent: layout.recent.map(swap),
    floats: pose ? { ...floats, [key]: pose } : floats,
  };
  return focus(next, key);
}

/** Take a window out of the columns. @param {Layout} layout @param {string} key @returns {Layout} */
function detach(layout, key) {
  const columns = layout.columns
    .map((column) => ({ ...column, keys: column.keys.filter((other) => other !== key) }))
    .filter((column) => column.keys.length > 0);
  return { ...layout, columns };
}

/** @param {Layout} layout @param {string} key @param {Pose} pose @returns {Layout} */
export const float = (layout, key, pose) =>
  focus({ ...detach(layout, key), floats: { ...layout.floats, [key]: pose }, zoomed: null }, key);

/**
 * Put a window beside, over or under another one.
 * @param {Layout} layout @param {string} key
 * @param {{target: string, side: "left" | "right" | "top" | "bottom"} | null} where null: a column at the end
 * @returns {Layout}
 */
export function tile(layout, key, where = null) {
  if (where?.target === key) return layout;
  const { [key]: _pose, ...floats } = layout.floats;
  const rest = { ...detach(layout, key), floats };
  const at = where ? columnOf(rest, where.target) : -1;
  if (!where || at < 0)
    return focus({ ...rest, columns: [...rest.columns, { keys: [key], weight: 1 }] }, key);
  if (where.side === "left" || where.side === "right") {
    const place = where.side === "left" ? at : at + 1;
    return focus(
      { ...rest, columns: rest.columns.toSpliced(place, 0, { keys: [key], weight: 1 }) },
      key,
    );
  }
  const column = rest.columns[at];
  const row = column.keys.indexOf(where.target) + (where.side === "top" ? 0 : 1);
  const stacked = { ...column, keys: column.keys.toSpliced(row, 0, key) };
  return focus({ ...rest, columns: rest.columns.with(at, stacked) }, key);
}

/**
 * One step with the keyboard: across columns, or into and within a stack.
 * @param {Layout} layout @param {string} key @param {"left" | "right" | "up" | "down"} way @returns {Layout}
 */
export function move(layout, key, way) {
  const at = columnOf(layout, key);
  if (at < 0) return layout;
  const column = layout.columns[at];
  if (way === "up" || way === "down") {
    const row = column.keys.indexOf(key);
    const to = row + (way === "up" ? -1 : 1);
    if (to < 0 || to >= column.keys.length) return layout;
    const keys = column.keys.with(row, column.keys[to]).with(to, key);
    return { ...layout, columns: layout.columns.with(at, { ...column, keys }) };
  }
  const step = way === "left" ? -1 : 1;
  if (column.keys.length > 1)
    return tile(layout, key, {
      target: column.keys.find((other) => other !== key) ?? key,
      side: way,
    });
  const other = layout.columns[at + step];
  if (!other) return layout;
  return { ...layout, columns: layout.columns.with(at, other).with(at + step, column) };
}

/** Put the window under its left (or right) neighbour. @param {Layout} layout @param {string} key @returns {Layout} */
export function stack(layout, key) {
  const at = columnOf(layout, key);
  const other = layout.columns[at - 1] ?? layout.columns[at + 1];
  const target = at < 0 ? undefined : other?.keys.at(-1);
  return target ? tile(layout, key, { target, side: "bottom" }) : layout;
}

/**
 * Move the border after a visible column by a share of the whole width.
 * @param {Layout} layout @param {string} left a key of the column before the border
 * @param {string} right a key of the column after it @param {number} share @returns {Layout}
 */
export function resizeColumns(layout, left, right, share) {
  const [a, b] = [columnOf(layout, left), columnOf(layout, right)];
  if (a < 0 || b < 0) return layout;
  const [wide, slim] = shift(layout.columns[a].weight, layout.columns[b].weight, share);
  const columns = layout.columns
    .with(a, { ...layout.columns[a], weight: wide })
    .with(b, { ...layout.columns[b], weight: slim });
  return { ...layout, columns };
}

/** The same within a stack. @param {Layout} layout @param {string} above @param {string} below @param {number} share @returns {Layout} */
export function resizeRows(layout, above, below, share) {
  const [tall, short] = shift(layout.rows[above] ?? 1, layout.rows[below] ?? 1, share);
  return { ...layout, rows: { ...layout.rows, [above]: tall, [below]: short } };
}

/** @param {number} first @param {number} second @param {number} share @returns {[number, number]} */
function shift(first, second, share) {
  const sum = first + second;
  const next = Math.min(Math.max(first + share * sum, MIN_WEIGHT), sum - MIN_WEIGHT);
  return [next, sum - next];
}

/** @param {Layout} layout @param {string} key @returns {Layout} */
export const zoom = (layout, key) => ({
  ...focus(layout, key),
  zoomed: layout.zoomed === key ? null : key,
});

/** @param {number} width @param {number} gutter */
export const capacity = (width, gutter) =>
  Math.max(1, Math.floor((width + gutter) / (MIN_COLUMN + gutter)));

/**
 * What is shown at this width: the most recently focused columns, in their order.
 * @param {Layout} layout @param {number} room how many columns fit
 * @param {boolean} single one window and nothing else (a phone)
 * @returns {{columns: Column[], floats: string[], shelf: string[]}}
 */
export function visible(layout, room, single = false) {
  const all = layout.recent;
  const only = single ? focusedKey(layout) : layout.zoomed;
  if (only)
    return {
      columns: [{ keys: [only], weight: 1 }],
      floats: [],
      shelf: all.filter((key) => key !== only),
    };
  const ranked = layout.columns
    .toSorted((a, b) => rank(layout, b) - rank(layout, a))
    .slice(0, room);
  const columns = layout.columns.filter((column) => ranked.includes(column));
  const floats = all.filter((key) => key in layout.floats);
  const shown = new Set([...columns.flatMap((column) => column.keys), ...floats]);
  return { columns, floats, shelf: all.filter((key) => !shown.has(key)) };
}

/** @param {Layout} layout @param {Column} column */
const rank = (layout, column) => Math.max(...column.keys.map((key) => layout.recent.indexOf(key)));

/** Window keys in the order a person sees them. @param {Layout} layout */
export const inOrder = (layout) => {
  const tiled = layout.columns.flatMap((column) => column.keys);
  return [...tiled, ...layout.recent.filter((key) => key in layout.floats)];
};

/**
 * Make the layout hold exactly these windows, keeping the place of those it knows.
 * @param {Layout} layout @param {string[]} keys the focused one last @returns {Layout}
 */
export function reconcile(layout, keys) {
  const kept = layout.recent.filter((key) => !keys.includes(key)).reduce(close, layout);
  const opened = keys.reduce((next, key) => (isOpen(next, key) ? next : appended(next, key)), kept);
  const last = keys.at(-1);
  return last ? focus(opened, last) : opened;
}

/** @param {Layout} layout @param {string} key @returns {Layout} */
const appended = (layout, key) => ({
  ...layout,
  columns: [...layout.columns, { keys: [key], weight: 1 }],
  recent: [key, ...layout.recent],
});
