/** What a message's content holds, whichever shape its provider gave it. */

/**
 * @typedef {import("../types/api").Message} Message
 * @typedef {import("../types/api").ContentBlock} ContentBlock
 * @typedef {{kind: "text", text: string} | {kind: "thinking", text: string, seconds: number | null} |
 *   {kind: "hidden"} | {kind: "tool", callId: string} | {kind: "image", src: string}} Part
 */

/**
 * @param {string | ContentBlock[] | null | undefined} content
 * @returns {ContentBlock[]}
 */
export function blocksOf(content) {
  if (!content) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.map((block) =>
    typeof block === "string" ? { type: "text", text: block } : block,
  );
}

/** All plain text of a content, e.g. to copy it. @param {Message["content"] | null | undefined} content */
export const textOf = (content) =>
  blocksOf(content)
    .map((block) => (block.type === "text" ? (block.text ?? "") : ""))
    .filter(Boolean)
    .join("\n\n");

/**
 * The parts of a message in order; neighbouring text is one part, empty text is none.
 * @param {Pick<Message, "content" | "tool_calls">} message
 * @returns {Part[]}
 */
export function partsOf(message) {
  const parts = blocksOf(message.content)
    .map(toPart)
    .filter((part) => part !== null);
  const named = new Set(parts.flatMap((part) => (part.kind === "tool" ? [part.callId] : [])));
  for (const call of message.tool_calls ?? []) {
    if (!named.has(call.id)) parts.push({ kind: "tool", callId: call.id });
  }
  return parts;
}

/**
 * @param {ContentBlock} block
 * @returns {Part | null}
 */
function toPart(block) {
  switch (block.type) {
    case "text":
      return block.text?.trim() ? { kind: "text", text: block.text } : null;
    case "thinking":
    case "reasoning": {
      const text = block.thinking ?? String(block.reasoning ?? block.text ?? "");
      return { kind: "thinking", text, seconds: block.seconds ?? null };
    }
    case "redacted_thinking":
      return { kind: "hidden" };
    case "tool_use":
    case "tool_call":
      return { kind: "tool", callId: String(block.id) };
    default:
      return imagePart(block);
  }
}

/** Pictures that a message may carry into the page without a script's help. */
const IMAGE = /^image\/(png|jpeg|gif|webp)$/;

/**
 * @param {ContentBlock} block
 * @returns {Part | null}
 */
function imagePart(block) {
  if (block.type === "image" && typeof block.attachment_id === "string") {
    const id = encodeURIComponent(block.attachment_id);
    return { kind: "image", src: `/api/attachment/${id}/content/` };
  }
  const url = typeof block.image_url === "string" ? block.image_url : block.image_url?.url;
  if (url) return { kind: "image", src: url };
  const data = block.source?.data ?? block.data ?? block.base64;
  const mime = block.source?.media_type ?? block.mime_type ?? block.mime ?? "";
  return data && IMAGE.test(mime) ? { kind: "image", src: `data:${mime};base64,${data}` } : null;
}
