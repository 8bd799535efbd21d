import { nameAsExpected } from "./names.ts";

/** One field that came out otherwise. */
export type Difference = { readonly path: string; readonly expected: unknown; readonly found: unknown };
export type Compared = { readonly equal: number; readonly fields: number; readonly differences: readonly Difference[] };

/** Compares every leaf of what is expected. Null, a missing member, an empty text and an empty list are one: nothing told. */
export function compare(expected: unknown, found: unknown, isLeftOut: (path: string) => boolean): Compared {
  const differences: Difference[] = [];
  let fields = 0;
  const walk = (wanted: unknown, got: unknown, path: string): void => {
    if (isLeftOut(path)) return;
    if (
      Array.isArray(wanted) &&
      (wanted.length > 0 || (Array.isArray(got) && got.length > 0 && path !== ".attachments"))
    ) {
      const list: readonly unknown[] = Array.isArray(got) ? got : [];
      if (wanted.length !== list.length) {
        fields += 1;
        differences.push({ path: `${path}.length`, expected: wanted.length, found: list.length });
      }
      const partners = aligned(wanted, list);
      wanted.forEach((item, at) => walk(item, partners[at], `${path}[]`));
    } else if (typeof wanted === "object" && wanted !== null && !Array.isArray(wanted)) {
      const members = (typeof got === "object" && got !== null ? got : {}) as Record<string, unknown>;
      for (const [name, value] of Object.entries(wanted)) walk(value, members[name], `${path}.${name}`);
    } else {
      fields += 1;
      if (written(wanted, path) !== written(got, path)) differences.push({ path, expected: wanted, found: got });
    }
  };
  walk(expected, found, "");
  return { equal: fields - differences.length, fields, differences };
}

/** For each that is expected the one found that bears the same name or number, else what stands in its place. */
function aligned(wanted: readonly unknown[], found: readonly unknown[]): readonly unknown[] {
  if (wanted.length === found.length) return found;
  const left = [...found];
  const named = wanted.map((item) => {
    const at = left.findIndex((other) => nameOf(other) !== "" && nameOf(other) === nameOf(item));
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return named.map((item) => item ?? left.shift());
}

function nameOf(item: unknown): string {
  if (typeof item !== "object" || item === null) return String(item);
  const { name, type, document_number, description, attachment_number } = item as Record<string, unknown>;
  return JSON.stringify([
    name,
    type,
    document_number,
    attachment_number,
    (typeof description === "string" ? description : "").replaceAll(/\s+/gu, "").slice(0, 60),
  ]);
}

/** Spaces, and the spaces that are taken out before a comma, are spelling; so are the capitals of a judge's name. */
function written(value: unknown, path: string): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "";
  const text = (typeof value === "string" ? value : JSON.stringify(value))
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/ ?\n ?/gu, "\n")
    .replaceAll(/\s+(?=[,.;:])/gu, "")
    .trim();
  if (/date_\w+$/u.test(path)) return text.slice(0, 10);
  if (path === ".case_name" || path.endsWith("].case_name")) return nameAsExpected(text);
  return /(?:assigned_to|referred_to|_str$|judge)/u.test(path) ? text.toLowerCase() : text;
}
