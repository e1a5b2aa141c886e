/** The page of the own account: a personal link fills in its key, which then leaves the address. */

const [, key] = location.hash.match(/^#key=([\w-]+)$/) ?? [];
if (key) {
  history.replaceState(null, "", location.pathname + location.search);
  const field = document.getElementById("key");
  if (field) {
    field.value = key;
    document.getElementById("enter").focus(); // who signs in says so: a link alone makes nobody another player
  }
}
document.getElementById("link")?.addEventListener("focus", ({ target }) => target.select());
