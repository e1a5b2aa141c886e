/** A page that a fault of a script leaves without its content says so, and offers to load it again. */

import { h, query } from "./dom.js";
import { t } from "./i18n.js";

function showNotice() {
  if (document.body.dataset.ready || query(".crashed")) return;
  const reload = h("button", { type: "button", onclick: () => location.reload() }, t("Load it again"));
  const notice = h("p", { class: "trouble crashed", role: "alert" }, t("This page could not be shown."), " ");
  notice.append(reload);
  query("main").prepend(notice);
}

addEventListener("error", ({ error }) => error && showNotice());
// Other listeners may handle the rejection, such as that of a lost line.
addEventListener("unhandledrejection", (event) => setTimeout(() => event.defaultPrevented || showNotice()));
