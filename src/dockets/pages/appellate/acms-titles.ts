/** `23-7246 003-01`: case, entry, document. */
const PLACE = /^\S+ \d{1,5}(?:-\d{1,4})?$/u;
const BETWEEN = " - ";

/**
 * What the documents of one entry are called. The newer appellate system names a file by its place, the title of the entry
 * and its own: `23-7246 003-01 - Petition for Review OPENED - Petition for Review OPENED.pdf`. A title may have a dash
 * itself; the entry's is the one that all its documents have, or that is said twice.
 */
export function documentTitles(names: readonly (string | null)[]): readonly (string | null)[] {
  const parted = names.map((name) => partsOf(name));
  const titled = parted.flatMap((parts) => (parts === null || !PLACE.test(parts[0] ?? "") ? [] : [parts.slice(1)]));
  return parted.map((parts) => {
    if (parts === null) return null;
    if (!PLACE.test(parts[0] ?? "")) return parts.join(BETWEEN);
    const titles = parts.slice(1);
    return titles.length === 0 ? null : titles.slice(entryParts(titles, titled)).join(BETWEEN);
  });
}

function partsOf(name: string | null): readonly string[] | null {
  const parts = (name ?? "")
    .replace(/\.pdf$/iu, "")
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length === 0 ? null : parts;
}

/** How many parts the title of the entry has before that of the document. */
function entryParts(titles: readonly string[], all: readonly (readonly string[])[]): number {
  const last = titles.length - 1;
  const half = titles.length / 2;
  if (titles.slice(0, half).join(BETWEEN) === titles.slice(half).join(BETWEEN)) return half;
  const shared = titles.findIndex((part, at) => all.some((others) => others[at] !== part));
  return shared === -1 ? Math.min(1, last) : Math.min(Math.max(1, shared), last);
}
