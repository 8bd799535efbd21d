// What the pages of research do more where scripts run; each works without.

const hits = [...document.querySelectorAll(".hit h3 a")];

/** `/` goes to the box, `j` and `k` down and up the list, `o` opens, `c` copies the citation. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]") !== null) return;
  const at = hits.indexOf(document.activeElement);
  if (event.key === "/") {
    const box = document.querySelector('input[name="q"]');
    if (box === null) return;
    event.preventDefault();
    box.focus();
    box.select();
  } else if (event.key === "j") hits[Math.min(at + 1, hits.length - 1)]?.focus();
  else if (event.key === "k") hits[Math.max(at - 1, 0)]?.focus();
  else if (event.key === "o" && at >= 0) hits[at].click();
  else if (event.key === "c")
    copyFrom(at >= 0 ? hits[at].closest("[data-cite]") : document.querySelector("main[data-cite]"));
});

/** What was done, for eyes and for screen readers. */
const said = document.createElement("p");
said.className = "said";
said.setAttribute("role", "status");
document.body.append(said);

function say(words) {
  said.textContent = words;
  setTimeout(() => said.textContent === words && (said.textContent = ""), 3000);
}

function copyFrom(element) {
  if (element !== null && element !== undefined) void copy(element.dataset.cite);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied: ${text.length > 120 ? `${text.slice(0, 120)} …` : text}`);
  } catch {
    say("The browser did not allow copying.");
  }
}

/** A button beside each thing that can be copied. */
for (const place of document.querySelectorAll("[data-copy]")) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = place.dataset.copy;
  button.addEventListener("click", () => void copy(textFor(place)));
  place.append(button);
}

function textFor({ dataset, parentElement }) {
  if (dataset.textOf === undefined) return parentElement.closest("[data-cite]")?.dataset.cite ?? "";
  return [...document.querySelectorAll(dataset.textOf)].map((one) => one.dataset.cite).join("\n");
}

/** What a citation leads to, beside it: for the keyboard as for the mouse. */
const card = document.createElement("p");
card.className = "card";
card.id = "card";
card.setAttribute("role", "tooltip");
card.hidden = true;
document.body.append(card);

function showCard({ target, type }) {
  const cite = target.closest?.(".cite[title], .cite[data-title]");
  if (cite === null || cite === undefined) {
    // What the keyboard has asked for stays while the mouse rests somewhere.
    if (type === "focusin" || !document.activeElement.matches(".cite")) card.hidden = true;
    return;
  }
  if (cite.title !== "") {
    cite.dataset.title = cite.title;
    cite.removeAttribute("title");
    cite.setAttribute("aria-describedby", "card");
  }
  card.textContent = cite.dataset.title;
  card.hidden = false;
  const { left, bottom } = cite.getBoundingClientRect();
  const width = card.offsetWidth;
  card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8)) + scrollX}px`;
  card.style.top = `${bottom + scrollY + 4}px`;
}
document.addEventListener("focusin", showCard);
document.addEventListener("mouseover", showCard);
document.addEventListener("keydown", ({ key }) => key === "Escape" && (card.hidden = true));

/** The searches of this browser, which keeps them and sends them nowhere; they go with whoever signs out. */
const RECENT = "onpoint-recent";
const RECENT_MAX = 8;

function recentSearches() {
  try {
    const kept = JSON.parse(localStorage.getItem(RECENT) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, RECENT_MAX) : [];
  } catch {
    return [];
  }
}

function keepRecent(searches) {
  try {
    if (searches.length === 0) localStorage.removeItem(RECENT);
    else localStorage.setItem(RECENT, JSON.stringify(searches.slice(0, RECENT_MAX)));
  } catch {
    // A browser that keeps nothing has no recent searches.
  }
}

if (document.querySelector(".hits") !== null && new URLSearchParams(location.search).has("q")) {
  const asked = new URLSearchParams(location.search);
  asked.delete("page");
  const search = `?${asked}`;
  keepRecent([search, ...recentSearches().filter((one) => one !== search)]);
}

const recent = document.querySelector("#recent");
if (recent !== null && recentSearches().length > 0) {
  const heading = document.createElement("h2");
  heading.textContent = recent.dataset.name;
  const list = document.createElement("ul");
  list.className = "listed";
  for (const search of recentSearches()) {
    const link = document.createElement("a");
    link.href = search;
    link.textContent = new URLSearchParams(search).get("q");
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  const clearing = document.createElement("button");
  clearing.type = "button";
  clearing.className = "quiet";
  clearing.textContent = "Clear";
  clearing.addEventListener("click", () => {
    keepRecent([]);
    recent.replaceChildren();
    say("Your recent searches are cleared.");
  });
  const where = document.createElement("p");
  where.className = "soft";
  where.append("Kept in this browser only. ", clearing);
  recent.append(heading, list, where);
}
