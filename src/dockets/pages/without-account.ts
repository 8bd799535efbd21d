/** What a receipt calls the account that paid, and what the account's holder calls the matter. */
const LABELS =
  /\b(?:PACER(?: Service)? Login|Login|User(?: ?name| ID)?|Client Code|Account(?: Number| ID)?|Billing Reference)\s?:\s?/giu;
/** What follows on a receipt. */
const NEXT =
  /(?:^|\s)(?:PACER|Login|User|Client Code|Account|Description|Search Criteria|Case|Billable Pages|Cost|Date|Time|Docket)\b/u;
const VALUE_CHARS_MAX = 100;
const NOT_SHOWN = "(not shown)";
/** A shorter one could be any word of the page. */
const NAME_CHARS_MIN = 4;

/** The words of a page without the account that paid for it, on its receipt and wherever its name stands again. */
export function withoutAccount(words: string): string {
  const names = new Set<string>();
  const parts: string[] = [];
  let read = 0;
  for (const { 0: label, index } of words.matchAll(LABELS)) {
    const from = index + label.length;
    if (index < read) continue;
    const behind = words.slice(from, from + VALUE_CHARS_MAX);
    const end = behind.search(NEXT);
    const value = end < 0 ? behind : behind.slice(0, end);
    for (const name of [value, ...value.split(":")]) if (name.trim().length >= NAME_CHARS_MIN) names.add(name.trim());
    parts.push(words.slice(read, from), value.trim() === "" ? value : NOT_SHOWN);
    read = from + value.length;
  }
  const shown = [...parts, words.slice(read)].join("");
  return [...names].toSorted((one, other) => other.length - one.length).reduce(hidden, shown);
}

function hidden(words: string, name: string): string {
  return words.replaceAll(name, NOT_SHOWN);
}
