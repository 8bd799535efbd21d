import {
  array,
  boolean,
  constant,
  constantFrom,
  double,
  integer,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
} from "fast-check";
import type { Arbitrary } from "fast-check";
import { opinionIdOf } from "#opinions/ids.ts";
import { DECISIONS } from "./invented-decisions.ts";
import type { JsonSchema } from "#http/pages/schema-fields.ts";

type Named = Readonly<Record<string, JsonSchema>>;

/** Values that have broken servers: markup, SQL, control characters, halves of characters, wrong sorts of everything. */
export const HOSTILE: readonly unknown[] = [
  "",
  " ",
  "'",
  '"',
  "' OR 1=1 --",
  "'; DROP TABLE opinions; --",
  "1) UNION SELECT hash FROM api_keys --",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "{{7*7}}",
  "${7*7}",
  "%00",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u2066",
  "\ufeff",
  "é".normalize("NFD"),
  "İstanbul",
  "ß",
  "ﬁ",
  "漢字",
  "👩‍👩‍👧‍👦",
  "\u{10ffff}",
  "\r\nX-Injected: yes",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "-1",
  "1e309",
  "NaN",
  "null",
  "undefined",
  "0x10",
  "*",
  "?",
  "***",
  "a*",
  "*a*",
  "W/5",
  "a W/0 b",
  "a W/99999999999 b",
  "AND",
  "NOT",
  "NOT a",
  "a AND",
  "(",
  ")",
  "((((((((((",
  "a OR OR b",
  '"',
  '""',
  '"a',
  'a " b " c',
  "court:",
  "court:nowhere",
  "name:",
  ":",
  "/s",
  "a /s b",
  "a /p (b OR c*)",
  "!",
  "a!",
  "%",
  "&",
  "§ 1983",
  "410 U.S. 113",
  "(".repeat(500),
  "a ".repeat(1500),
  "a OR ".repeat(700),
  "NOT ".repeat(300),
  '"a" W/3 '.repeat(200),
  "?".repeat(500),
  "a*".repeat(300),
  "1899-02-30",
  "2024-13-01",
  "0000-00-00",
  "99999-01-01",
  "2024-02-29T00:00:00Z",
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 63,
  -0,
  true,
  false,
  null,
  [],
  {},
  [[[[]]]],
  { a: { b: { c: {} } } },
];

export const hostile: Arbitrary<unknown> = oneof(
  { weight: 3, arbitrary: constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: jsonValue({ maxDepth: 3 }) },
);

/** Words that mean something to the service, so that requests also reach what lies behind the checks. */
const PLAUSIBLE = [
  "12 Samp. 340",
  "1 samp 1",
  "97-15021",
  "1:19-cv-01234",
  "ca9",
  "nysd",
  "9th Cir.",
  "S.D.N.Y.",
  "Ninth Circuit",
  "Federal",
  "California",
  "Federal Appellate",
  "pier",
  "lease W/5 pier",
  '"term of years"',
  "(pier OR wharf) AND NOT dock",
  "judge:vale",
  'cite:"12 Samp. 340"',
];

/** Fields whose strings are names from a list: without these, almost no generated filter would name anything. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  court_ids: ["ca9", "nysd", "scotus", "cal"],
  states: ["Federal", "California"],
  jurisdictions: ["Federal Appellate", "Federal District"],
  query: ["pier", "lease W/5 pier", '"term of years"', "(pier OR wharf) AND NOT dock", "judge:vale", "12 Samp. 340"],
};

/** Bodies the schema allows, as far as JSON Schema says; rules it cannot say may still refuse some. */
export function valid(schema: JsonSchema, named: Named, field = ""): Arbitrary<unknown> {
  const target = schema.$ref === undefined ? schema : named[schema.$ref.split("/").at(-1) ?? ""];
  if (target === undefined) throw new Error(`no schema ${schema.$ref}`);
  if (target.enum !== undefined) return constantFrom(...target.enum);
  if (target.anyOf !== undefined) return oneof(...target.anyOf.map((choice) => valid(choice, named)));
  if (target.properties !== undefined) return validObject(target, named);
  if (target.items !== undefined) return array(valid(target.items, named, field), { minLength: 1, maxLength: 4 });
  if (target.type === "boolean") return boolean();
  if (target.type === "integer")
    return integer({ min: target.minimum ?? 0, max: Math.min(target.maximum ?? 1000, 1000) });
  if (target.type === "number") return double({ noNaN: true });
  if (target.format === "uuid")
    return constantFrom(...DECISIONS.map(({ sourceId }) => opinionIdOf("jsonl", `${sourceId}-0`)));
  if (target.format === "date") return constantFrom("1900-01-01", "1998-06-15", "2024-02-29");
  const names = NAMES[field];
  if (names !== undefined) return constantFrom(...names);
  if (target.type === "string") return oneof(constantFrom(...PLAUSIBLE), string({ minLength: 1, maxLength: 20 }));
  return jsonValue();
}

function validObject(
  schema: JsonSchema & { else?: { readonly oneOf: readonly { required: readonly string[] }[] } },
  named: Named,
): Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, part]) => [name, valid(part, named, name)] as const,
  );
  const exclusive = (schema.else?.oneOf ?? []).flatMap((choice) => choice.required);
  if (exclusive.length === 0)
    return record(Object.fromEntries(properties), { requiredKeys: [...(schema.required ?? [])] });
  const shared = properties.filter(([name]) => !exclusive.includes(name));
  return constantFrom(...exclusive).chain((chosen) =>
    record(Object.fromEntries([...shared, ...properties.filter(([name]) => name === chosen)]), {
      requiredKeys: [...(schema.required ?? []), chosen],
    }),
  );
}

/** A body one fault away from a valid one: a part replaced, removed, renamed or added. */
export function nearlyValid(body: Arbitrary<unknown>): Arbitrary<unknown> {
  return tuple(
    body,
    integer({ min: 0, max: 1_000_000 }),
    hostile,
    constantFrom("replace", "remove", "rename", "add", "wrap"),
  ).map(([value, pick, intruder, fault]) => broken(value, pick, intruder, fault));
}

function broken(value: unknown, pick: number, intruder: unknown, fault: string): unknown {
  if (typeof value !== "object" || value === null) return intruder;
  const entries = Object.entries(value);
  if (entries.length === 0) return intruder;
  const at = pick % entries.length;
  const changed = entries.flatMap(([key, part], index): [string, unknown][] => {
    if (index !== at) return [[key, part]];
    if (typeof part === "object" && part !== null && pick % 3 !== 0)
      return [[key, broken(part, pick >> 3, intruder, fault)]];
    if (fault === "remove") return [];
    if (fault === "rename") return [[`${key}s`, part]];
    if (fault === "wrap") return [[key, [part, part]]];
    return [
      [key, intruder],
      ...(fault === "add" ? [[printable(intruder).slice(0, 50), part] as [string, unknown]] : []),
    ];
  });
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed);
}

export const anything: Arbitrary<unknown> = oneof(hostile, constant({}), jsonValue({ maxDepth: 4 }));

/** A member's name made from anything, also from what has no way to become text. */
function printable(value: unknown): string {
  return JSON.stringify(value) ?? typeof value;
}
