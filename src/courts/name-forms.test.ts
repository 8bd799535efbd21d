import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { nameFormsText, readNameForms } from "./name-forms.ts";
import { allCourts } from "./registry.ts";

test("name-forms.tsv is what the table and the reading of names make: npm run courts", () => {
  const held = readFileSync(new URL("name-forms.tsv", import.meta.url), "utf8").split("\n");
  const made = nameFormsText(allCourts()).split("\n");
  expect(held.filter((line) => !made.includes(line))).toEqual([]);
  expect(held).toEqual(made);
});

test("a form is read back as it was written, with the space within a word", () => {
  const forms = readNameForms();
  expect(forms.get("ca9")).toContainEqual(["9 circuit", "appeal", "us"]);
  expect(forms.size).toBe(allCourts().length);
});
