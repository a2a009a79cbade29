/** Pictures on their way into a message: read as base64, checked before they are sent. */
import { t } from "../../core/i18n.js";

const TYPES = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const LIMIT_BYTES = 8 * 1024 * 1024;
export const MAX_PICTURES = 20;

/**
 * @param {Iterable<File>} files
 * @returns {Promise<{images: {mime: string, data: string}[], refused: string[]}>}
 */
export async function readPictures(files) {
  const images = [];
  const refused = [];
  for (const file of files) {
    if (!TYPES.has(file.type))
      refused.push(t("{name} is not a PNG, JPEG, WebP or GIF picture", { name: file.name }));
    else if (file.size > LIMIT_BYTES)
      refused.push(t("{name} is larger than 8 MB", { name: file.name }));
    else images.push({ mime: file.type, data: await toBase64(file) });
  }
  return { images, refused };
}

/** @param {File} file @returns {Promise<string>} */
function toBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ""));
    reader.readAsDataURL(file);
  });
}
