import { expect, test } from "vitest";
import { RECAP } from "#dockets/archive/seen.ts";
import { LAW_SOURCE_NAMES } from "#importers/law-sources.ts";
import { PACER } from "#importers/pacer/pacer.ts";
import { SOURCE_NAMES } from "#importers/sources.ts";
import { TRIAL_FILINGS } from "#importers/trial-filings/trial-filings.ts";
import { exampleOf, sourcesInWords } from "./import-sources.ts";

test("every source is shown with a command", () => {
  const shown = sourcesInWords({ isTTY: false });
  const names = [...SOURCE_NAMES, ...LAW_SOURCE_NAMES, TRIAL_FILINGS, RECAP, PACER];
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    expect(exampleOf(name)).toMatch(
      name === "sample" ? /^onpoint sample load$/u : new RegExp(`^onpoint import ${name} \\S+$`, "u"),
    );
    expect(shown).toContain(exampleOf(name));
  }
});
