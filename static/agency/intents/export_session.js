/**
 * Have the browser save a session: `json` can be imported again, `md` is to be read.
 * @param {string} sessionId
 * @param {"json" | "md"} format
 */
export function exportSession(sessionId, format) {
  const link = document.createElement("a");
  link.href = `/api/session/${sessionId}/export/?format=${format}`;
  link.download = "";
  link.click();
}
