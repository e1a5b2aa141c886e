/** The account page: a personal link fills in its key, which then leaves the address. */

import { copyField } from "../lib/clipboard.js";
import { find } from "../lib/dom.js";
import { endSubscription } from "../offline/worker-client.js";

const [, key] = location.hash.match(/^#key=([\w-]+)$/) ?? [];
if (key) {
  history.replaceState(null, "", location.pathname + location.search);
  const field = find("key");
  if (field) {
    field.value = key;
    const empty = [...field.form.elements].find((input) => input.required && !input.value);
    (empty ?? find("enter")).focus(); // the user signs in explicitly: a link alone must not switch the player
  }
}
find("link")?.addEventListener("focus", (/** @type {{target: HTMLInputElement}} */ { target }) =>
  target.select(),
);
find("copy")?.addEventListener("click", () => copyField(find("link"), find("copied")));
if (!find("signed-in")) endSubscription();
