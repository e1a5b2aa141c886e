/** The players of a new study: the content of its form, and the address of its match. */

import { post, refusal } from "./api.js";
import { commitNonces } from "./nonce.js";

/**
 * Makes `form` open a study at `path`. `position()` returns its start, and `errorElement` shows a refusal.
 * @type {(form: any, path: string, errorElement: Element, position: () => object, viewer?: () => string) => void}
 */
export function opensStudy(form, path, errorElement, position, viewer = () => "") {
  form.addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const { company, level, seat, player } = form.elements;
    const body = {
      ...position(),
      company: company.value,
      level: level.value,
      seat: Number(seat.value),
      player: player?.value ?? "",
      nonce_hash: await commitNonces(),
    };
    try {
      const { address } = await post(path, body, { viewer: viewer() });
      location.assign(address);
    } catch (problem) {
      errorElement.textContent = refusal(problem);
    }
  });
}
