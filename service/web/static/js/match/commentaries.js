/** Commentaries: what is said of the moments of a match, shown there, and written by whoever wants to. */

import { get, post, send } from "../lib/api.js";
import { data, find, h } from "../lib/dom.js";
import { say } from "../lib/i18n.js";
import { on, emit } from "./events.js";
import { elementsOf, idAt } from "../lib/data-ids.js";

const {
  match,
  words: { names },
} = data("page");
const words = data("notes-words");
const viewer = () => moment?.viewer ?? "";

let moment; // what the page shows: { seq, first, last, scene, viewer, quiet }
let mine = new Set();
/** @type {any} */
let shown = null; // the commentary that is open, with its notes
let marks = []; // of the note that is being written
let written = 0; // the fact that it is about

const at = (seq) => shown?.notes.find((note) => note.seq === seq);
const told = () => (shown?.notes ?? []).filter(({ seq }) => !moment.quiet || seq <= moment.seq);
/** What a commentary is called, and by whom it is; “✓” marks an account, and is in no name. */
const by = ({ title, author, account }) => say(words.by, { title, author: account ? `${author} ✓` : author });
const path = (seq) => `/commentaries/${shown.id}/notes/${seq}`;

// -- fetching

/** Lists the commentaries, and opens the one called `id`, or the first. */
async function load(id = shown?.id) {
  const told = await get(`/m/${match}/commentaries`, { viewer: viewer() });
  mine = new Set(told.mine);
  const listed = told.commentaries;
  find("notes-count").textContent = listed.length || "";
  find("notes-which").hidden = listed.length < 2;
  find("commentary").replaceChildren(...listed.map((each) => h("option", { value: each.id }, by(each))));
  await open(listed.find((each) => each.id === id)?.id ?? listed[0]?.id);
}

async function open(id) {
  if (id !== shown?.id) written = 0;
  shown = id ? await get(`/m/${match}/commentaries/${id}`, { viewer: viewer() }) : null;
  find("commentary").value = id ?? "";
  find("notes-link").value = id ? new URL(`?${new URLSearchParams({ notes: id })}`, location.href).href : "";
  draw();
}

/** Does what a button says, and tells in words when it cannot be done. */
const tries = (act) => async (event) => {
  event.preventDefault();
  find("notes-trouble").textContent = "";
  try {
    await act(event.currentTarget);
  } catch (problem) {
    find("notes-trouble").textContent = problem.message;
  }
};

// -- showing

function draw() {
  const note = at(moment.seq);
  const own = Boolean(shown) && mine.has(shown.id);
  find("notes-by").hidden = !shown;
  find("notes-by").textContent = shown ? by(shown) : "";
  find("notes-share").hidden = !shown;
  find("note").replaceChildren(
    h("p", { class: note ? "text" : "quiet" }, note?.text ?? (shown ? words.nothing : words.none)),
    note?.marks.length ? h("p", { class: "quiet" }, said(note.marks)) : "",
  );
  find("notes-list").replaceChildren(...told().map(item));
  find("note-form").hidden = !own;
  compose(own);
  for (const line of find("story").querySelectorAll(".noted")) line.classList.remove("noted");
  for (const { seq } of told()) find("story").querySelector(`[data-seq="${seq}"]`)?.classList.add("noted");
  scrub();
}

/** Lets the form be about the moment that is shown, unless something is written in it that is not kept yet. */
function compose(own) {
  const draft = own && written && find("note-text").value !== (at(written)?.text ?? "");
  if (!draft) {
    written = moment.seq;
    find("note-text").value = at(written)?.text ?? "";
  }
  find("note-of").textContent = say(words.of, { seq: written });
  find("note-unsay").hidden = !at(written);
  choose(draft ? marks : (at(moment.seq)?.marks ?? []));
}

const said = (ids) => say(words.marks, { marks: ids.map((id) => names[id] ?? id).join(", ") });

const item = ({ seq, text }) =>
  h(
    "li",
    { "aria-current": seq === moment.seq ? "step" : null },
    h(
      "a",
      { href: `?${new URLSearchParams({ seq, notes: shown.id })}`, onclick: (event) => follow(event, seq) },
      h("b", {}, say(words.fact, { seq })),
      " ",
      text.length > 90 ? `${text.slice(0, 90)}…` : text,
    ),
  );

function follow(event, seq) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  emit("go", seq);
}

/** Puts a mark on the scrubber for every note. */
function scrub() {
  const track = find("scrubber").querySelector(".track");
  const layer =
    track.querySelector(".noted-marks") ?? h("div", { class: "noted-marks", "aria-hidden": "true" });
  if (!layer.isConnected) track.append(layer);
  const part = ({ seq }) => (100 * (seq - moment.first)) / Math.max(1, moment.last - moment.first);
  layer.replaceChildren(
    ...told().map((note) => {
      const mark = h("i", {});
      mark.style.setProperty("left", `${part(note)}%`);
      return mark;
    }),
  );
}

/** Outlines things on the board: those of the note that is shown or written. */
function choose(ids) {
  marks = ids;
  for (const element of find("board").querySelectorAll(".marked")) element.classList.remove("marked");
  for (const id of ids) for (const element of elementsOf(find("board"), id)) element.classList.add("marked");
  find("note-marks").textContent = ids.length ? said(ids) : "";
}

// -- writing

find("note-form").addEventListener(
  "submit",
  tries(async () => {
    await send("PUT", path(written), { text: find("note-text").value, marks });
    find("note-marking").checked = false;
    await open(shown.id);
  }),
);
find("note-unsay").addEventListener(
  "click",
  tries(async () => {
    await send("DELETE", path(written));
    find("note-text").value = "";
    written = 0;
    await open(shown.id);
  }),
);
find("commentary-end").addEventListener(
  "click",
  tries(async () => {
    if (!confirm(words.sure)) return;
    await send("DELETE", `/commentaries/${shown.id}`);
    await load("");
  }),
);
find("commentary-form").addEventListener(
  "submit",
  tries(async (form) => {
    const { title, author } = form.elements;
    const made = await post(
      `/m/${match}/commentaries`,
      { title: title.value, author: author?.value ?? "" },
      { viewer: viewer() },
    );
    form.reset();
    find("commentary-new").open = false;
    await load(made.id);
  }),
);
find("commentary").addEventListener("change", ({ target }) => open(target.value));
find("board").addEventListener(
  "click",
  (event) => {
    const id = find("note-marking").checked && idAt(event.target);
    if (!id) return;
    event.stopPropagation();
    event.preventDefault();
    choose(marks.includes(id) ? marks.filter((each) => each !== id) : [...marks, id]);
  },
  true,
);

// -- beginning

const linked = new URLSearchParams(location.search).get("notes");
if (linked) find("notes").open = true;
on("moment", (detail) => {
  const before = moment;
  moment = detail;
  if (before?.viewer !== detail.viewer)
    load(before ? shown?.id : linked).catch(({ message }) => (find("notes-trouble").textContent = message));
  else if (before.seq !== detail.seq || before.quiet !== detail.quiet) draw();
  else choose(marks);
});
