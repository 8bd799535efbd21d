import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { err } from "#base/result.ts";
import { LIMITS } from "#base/limits.ts";
import { readBoolean } from "./readers/boolean.ts";
import { READERS } from "./read-query.ts";
import { ReadContext } from "./reading.ts";
import type { Read } from "./reading.ts";

/** What each reader is for: texts of its own form, as people type and paste them. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "too long": ["fraud ".repeat(LIMITS.query_chars_max), "9".repeat(LIMITS.query_chars_max + 1)],
  statute: [
    "42 U.S.C. § 1983",
    "42 usc 1983",
    "18 USCA 1001",
    "28 U.S.C. §§ 2254",
    "17 CFR 240.10b-5",
    "28 U.S.C. 2254(d)(1)",
    "29 C.F.R. section 1910.134",
  ],
  "printed citation": [
    "410 U.S. 113",
    "“410 U.S. 113”",
    "See 410 U.S. 113.",
    "410 U.S. at 153",
    "550 F.3d 1, 12 (9th Cir. 2008)",
    "60 U.S. (19 How.) 393",
    "Roe v. Wade, 410 U.S. 113, 93 S. Ct. 705 (1973)",
    "see also Palsgraf v. Long Island R.R. Co., 248 N.Y. 339 (1928)",
  ],
  "docket number": [
    "2:19-cv-01234-ABC",
    "No. 23-1732",
    "Docket No. A-5-14",
    "19 Civ. 1234 (RJS)",
    "92-1856",
    "05-4210-cr",
    "No. 106, Orig.",
    "case number 70-18",
  ],
  "typed citation": [
    "384us436",
    "198 u.s. 45",
    "12 Made Up 34",
    "12 made up 2d 34",
    "roe v. wade, 12 made up 2d 34 (1973)",
    "in re gault, 12 Made Up 34",
  ],
  "possible record": ["A-5-14", "S123456", "12 wall 34", "10b-5", "12 angry men 5"],
  passage: [
    "the court of appeals held that the officer who had stopped the car without a warrant had violated the driver's rights",
    'we hold that the statute (as amended) does not reach conduct that the legislature, for whatever reason, left out of it AND that "notice" was given',
    "nothing in the record shows that the clerk & the sheriff had met before the writ was served upon the tenant in possession of it",
  ],
  "case name": [
    "Roe v. Wade",
    "ROE V. MAY",
    "Smith & Co. v. Jones",
    "Smith & Co. v. Jones (1973)",
    "Poe v. T. V. A. (2d Cir. 1999)",
    "In re Gault",
    "ex parte Young",
    "See, e.g., Roe v. Wade",
    "See v. Seattle",
    "district of columbia vs. heller",
  ],
  "plain words": [
    "fraud",
    "12 angry men",
    "clear and present danger",
    "fraud or deceit",
    "Who is liable? The landlord or the tenant?",
    "Restatement (Second) of Contracts",
    "42 U.S.C. § 1983 immunity",
    "§ 1983 claims",
    "fraud -deceit",
    "cross-examination of witnesses",
  ],
  "foreign syntax": [
    "fraud~2 deceit",
    '"fraud deceit"~5',
    "fraud^4",
    "fraud W/ 5 deceit",
    "fraud W/0 deceit",
    "sy(negligence)",
    "state:texas AND fraud",
    "fraud NOT W/5 deceit",
    '"due process',
  ],
  "firm name": ["Smith & Wesson", "AT & T", "Dewey & Cheatham & Howe"],
  boolean: [
    "title:smith",
    "date:>2010 fraud",
    "NAME(smith)",
    "atleast5(estoppel)",
    "fraud AND deceit",
    "smith & wesson",
    "fraud & deceit & Intent",
    "negligen!",
    "reli?nce",
    "*",
    "(fraud OR deceit) W/5 intent",
    '"due process" hearing',
    "“due process of law”",
    '"due proc*"',
    '""',
    "410 U.S. 113 AND abortion",
    "court:ca9",
    "name:(smith OR jones)",
    "fraud AND",
    "(fraud",
    "",
  ],
};

const ORDER = [...READERS.map(([form]) => form), "boolean"];

/** Who would read the text, in the order in which they are asked, and what each makes of it. */
function readings(text: string): readonly { readonly form: string; readonly read: Read }[] {
  const context = new ReadContext(text, () => err([]));
  return [...READERS, ["boolean", readBoolean] as const].flatMap(([form, reader]) => {
    const read = reader(text, context);
    return read === undefined ? [] : [{ form, read }];
  });
}

test("every reader has examples", () => {
  expect(Object.keys(EXAMPLES)).toEqual(ORDER);
  for (const form of ORDER) expect(EXAMPLES[form]?.length).toBeGreaterThan(1);
});

describe.each(Object.entries(EXAMPLES))("no reader before it takes an example of %s", (form, examples) => {
  test.each(examples.map((text) => [text.slice(0, 60), text] as const))("%s", (_shown, text) => {
    expect(readings(text)[0]?.form).toBe(form);
  });
});

test.each(READERS.map(([form]) => form))("without the reader of %s some example is read otherwise", (form) => {
  const changed = (EXAMPLES[form] ?? []).filter((text) => {
    const [own, next] = readings(text);
    return JSON.stringify(own?.read) !== JSON.stringify(next?.read);
  });
  expect(changed).not.toEqual([]);
});

describe("docs/internals/query-reading.md", () => {
  const page = readFileSync(new URL("../../../docs/internals/query-reading.md", import.meta.url), "utf8");
  const rows = page
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) => line.slice(2, -2).split(" | "));

  test("lists the readers in their order", () => {
    expect(rows.map(([form]) => form)).toEqual(ORDER);
  });

  test.each(rows.slice(1))("%s: %s", (form, example = "") => {
    expect(readings(example.replace(/^`|`$/gu, ""))[0]?.form).toBe(form);
  });
});
