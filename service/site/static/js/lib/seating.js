/** Who plays with whom: what the form of a new study says, and where its match is. */

import { post, refusal } from "./api.js";
import { nonce } from "./nonce.js";

/** Lets `form` open a study at `path`; `asked()` tells from where, and a refusal is told in `trouble`. */
export function opensStudy(form, path, trouble, asked, viewer = () => "") {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { company, level, seat, player } = form.elements;
    const body = {
      ...asked(),
      company: company.value,
      level: level.value,
      seat: Number(seat.value),
      player: player?.value ?? "",
      nonce: nonce(),
    };
    try {
      const { address } = await post(path, body, { viewer: viewer() });
      location.assign(address);
    } catch (problem) {
      trouble.textContent = refusal(problem);
    }
  });
}
