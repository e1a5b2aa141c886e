/** Copying what a field shows. */

import { t } from "./i18n.js";

/**
 * Selects and copies the text of `field`, and says in `status` whether the browser let it.
 * @param {HTMLInputElement} field
 * @param {Element} status
 */
export async function copyField(field, status) {
  field.select();
  const copied = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false, // browsers may forbid it
  );
  status.textContent = copied
    ? t("It is copied.")
    : t("It is marked: copy it with the keys of your browser.");
}
