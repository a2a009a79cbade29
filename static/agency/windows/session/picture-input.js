/** The ways in for pictures: a button, paste and drop; and those already chosen. */
import { h } from "preact";
import { useRef } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { Icon } from "../../ui/icon.js";

/** @typedef {{mime: string, data: string}} Picture */

/** @param {(files: Iterable<File>) => void} add */
export function dropTarget(add) {
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files");
  return {
    onDragOver: (/** @type {DragEvent} */ event) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (/** @type {DragEvent} */ event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      add(event.dataTransfer?.files ?? []);
    },
  };
}

/** @param {ClipboardEvent} event @param {(files: Iterable<File>) => void} add */
export function pastePictures(event, add) {
  const files = [...(event.clipboardData?.files ?? [])].filter((file) =>
    file.type.startsWith("image/"),
  );
  if (files.length === 0) return;
  event.preventDefault();
  add(files);
}

/** @param {{add: (files: Iterable<File>) => void}} props */
export function PictureButton({ add }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  return h(
    "span",
    null,
    h("input", {
      ref: input,
      type: "file",
      accept: "image/png,image/jpeg,image/webp,image/gif",
      multiple: true,
      hidden: true,
      onChange: (/** @type {any} */ event) => {
        add([...event.currentTarget.files]);
        event.currentTarget.value = "";
      },
    }),
    h(
      "button",
      {
        type: "button",
        class: "icon-button",
        "aria-label": t("Add pictures"),
        title: t("Add pictures; paste and drop work too"),
        onClick: () => input.current?.click(),
      },
      h(Icon, { name: "image" }),
    ),
  );
}

/** @param {{images: Picture[], remove: (at: number) => void}} props */
export function ChosenPictures({ images, remove }) {
  if (images.length === 0) return null;
  return h(
    "ul",
    { class: "pictures chosen" },
    images.map(({ mime, data }, at) =>
      h(
        "li",
        { key: `${at}${data.slice(-12)}` },
        h("img", { src: `data:${mime};base64,${data}`, alt: t("Picture {n}", { n: at + 1 }) }),
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": t("Remove picture {n}", { n: at + 1 }),
            onClick: () => remove(at),
          },
          h(Icon, { name: "x", size: 14 }),
        ),
      ),
    ),
  );
}
