/** Words of a decision that are selected can be copied with where they stand, linked to, or searched for. */
const decision = document.querySelector("main[data-name]");
if (decision !== null) {
  const bar = document.createElement("p");
  bar.className = "selected";
  bar.hidden = true;
  const searching = document.createElement("a");
  searching.textContent = "Search these words";
  bar.append(
    copying("Copy with citation", fullForm),
    copying("Short form", shortForm),
    copying("As a parenthetical", parenthetical),
    copying("Copy link", linkTo),
    searching,
  );
  document.body.append(bar);
  document.addEventListener("selectionchange", () => {
    const selection = getSelection();
    const words = selection.toString().trim();
    const inside = selection.rangeCount > 0 && partAt(selection.anchorNode)?.closest("#text") != null;
    bar.hidden = words.length < 3 || !inside;
    if (!bar.hidden)
      searching.href = `${decision.dataset.search}?${new URLSearchParams({ q: words.replace(/\s+/gu, " ").slice(0, 2000) })}`;
  });
}

function copying(name, form) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = name;
  // A press of the mouse would take the selection away before it is copied.
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    const selection = getSelection();
    if (selection.rangeCount > 0) void copy(form(selection));
  });
  return button;
}

function partAt(node) {
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

function wordsOf(selection) {
  return selection.toString().replace(/\s+/gu, " ").trim();
}

/** What is quoted within goes into single marks. */
function quoted(selection) {
  const inside = wordsOf(selection)
    .replace(/(^|[\s([—])"/gu, "$1‘")
    .replaceAll('"', "’")
    .replaceAll("“", "‘")
    .replaceAll("”", "’");
  return `“${inside}”`;
}

/** `“Words.” Alder v. Birch, 12 Samp. 340, 341–42 (9th Cir. 1971)` */
function fullForm(selection) {
  return `${quoted(selection)} ${fullCitation(selection)}`;
}

/** `“Words.” Alder, 12 Samp. at 341` */
function shortForm(selection) {
  const { reporter, pin, cited } = citedAt(selection);
  const { short } = decision.dataset;
  const place = reporter === "" ? cited : pin === "" ? cited : `${reporter} at ${pin}`;
  return `${quoted(selection)} ${[short, place].filter((part) => part !== "").join(", ")}.`;
}

/** `Alder v. Birch, 12 Samp. 340, 341 (9th Cir. 1971) (“words”)` */
function parenthetical(selection) {
  return `${fullCitation(selection).replace(/\.$/u, "")} (${quoted(selection)}).`;
}

function fullCitation(selection) {
  const { name, behind } = decision.dataset;
  const { cited, pin } = citedAt(selection);
  return `${[name, cited, pin].filter((part) => part !== "").join(", ")} ${behind}`.trim() + ".";
}

/** The reporter whose pages are marked where the words stand, and the pages they run over; of unmarked text the first citation. */
function citedAt(selection) {
  const range = selection.getRangeAt(0);
  const article = partAt(range.startContainer)?.closest("article[data-paged]");
  const [, reporter = "", firstPage = ""] = /^(.*\D) (\d+)$/u.exec(article?.dataset.paged ?? "") ?? [];
  if (reporter === "") return { cited: decision.dataset.cited, reporter: "", pin: "" };
  const note = partAt(range.startContainer).closest(".footnote");
  const from = note === null ? range.startContainer : (calling(note) ?? range.startContainer);
  const first = pageAt(article, from, note === null ? range.startOffset : 0, firstPage);
  const last = note === null ? pageAt(article, range.endContainer, range.endOffset, firstPage) : first;
  const label = note?.querySelector(".footnote-back, .footnote-label")?.textContent.trim() ?? "";
  const pages = first === last ? first : `${first}–${shortened(first, last)}`;
  return { cited: article.dataset.paged, reporter, pin: label === "" ? pages : `${pages} n.${label}` };
}

/** Where the text calls a note. */
function calling(note) {
  const back = note.querySelector(".footnote-back")?.getAttribute("href");
  return back == null ? null : document.getElementById(back.slice(1));
}

/** The last two digits are enough of what repeats (Bluebook, rule 3.2(a)). */
function shortened(first, last) {
  const isLong = first.length === last.length && last.length > 2 && /^\d+$/u.test(first + last);
  return isLong && first.slice(0, -2) === last.slice(0, -2) ? last.slice(-2) : last;
}

/** The printed page that a place of an opinion stands on: the last that begins before it. */
function pageAt(article, node, offset, firstPage) {
  const edge = document.createRange();
  edge.setStart(node, offset);
  let page = firstPage;
  for (const mark of article.querySelectorAll("svc-ps[id]")) {
    if (edge.comparePoint(mark, 0) > 0) break;
    page = mark.textContent;
  }
  return page;
}

/** The address of the words themselves (WICG scroll-to-text). */
function linkTo(selection) {
  const words = wordsOf(selection).split(" ");
  const ends = words.length <= 12 ? [words.join(" ")] : [words.slice(0, 5).join(" "), words.slice(-5).join(" ")];
  const told = ends.map((end) => encodeURIComponent(end).replaceAll("-", "%2D"));
  const id = partAt(selection.getRangeAt(0).startContainer)?.closest("article[id]")?.id ?? "";
  return `${location.origin}${location.pathname}#${id}:~:text=${told.join(",")}`;
}

/** On wide screens each note stands beside the words that call it; the list of notes stays where it is. */
const NOTE_CHARS_MAX = 480;
for (const note of document.querySelectorAll("#text .footnote[id]")) {
  const call = calling(note);
  const block = call?.closest("p, blockquote, li, pre, h3, h4");
  if (block == null || block.closest(".footnotes, table") !== null) continue;
  const beside = document.createElement("aside");
  beside.className = "sidenote";
  // Screen readers have the notes themselves.
  beside.setAttribute("aria-hidden", "true");
  const words = note.textContent.replace(/\s+/gu, " ").trim();
  beside.textContent = words.length <= NOTE_CHARS_MAX ? words : `${words.slice(0, NOTE_CHARS_MAX)}…`;
  block.before(beside);
}
