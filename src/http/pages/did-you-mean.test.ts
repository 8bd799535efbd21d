import { expect, test } from "vitest";
import { readDesk } from "../desk-request.ts";
import { withMeant } from "./did-you-mean.ts";

const asked = (address: string) => readDesk(new URLSearchParams(address));

test.each([
  [
    "Did you mean: fraud AND deceit",
    "q=fraud AND (&from=1990-01-01",
    "q",
    'href="?q=fraud+AND+deceit&amp;from=1990-01-01"',
  ],
  [
    "Did you mean negligence (17 opinions) for neglgence?",
    "q=gross Neglgence&page=3",
    "q",
    'href="?q=gross+negligence">negligence</a> (17 opinions) for neglgence?',
  ],
  [
    "no court is called Pine; did you mean Pine Cir. or Pine Dist.?",
    "q=lease&court=Pine",
    "court",
    'href="?q=lease&amp;court=Pine+Cir.">Pine Cir.</a> or <a href="?q=lease&amp;court=Pine+Dist.">Pine Dist.</a>?',
  ],
  [
    "no court sits in ohio; did you mean Ohio?",
    "q=lease&state=ohio",
    "state",
    'href="?q=lease&amp;state=Ohio">Ohio</a>?',
  ],
])("%s leads to what is meant", async (told, address, field, link) => {
  expect(String(await withMeant(told, asked(address), field))).toContain(link);
});

test("what names nothing that could be meant stays as it is, and signs stay signs", async () => {
  expect(withMeant("this parenthesis is never closed", asked("q=("))).toBe("this parenthesis is never closed");
  expect(withMeant("Did you mean rent (3 opinions) for rnet?", asked("q=lease"))).toBe(
    "Did you mean rent (3 opinions) for rnet?",
  );
  expect(String(await withMeant('Did you mean: "<b>" AND a', asked("q=x")))).toContain(
    "&quot;&lt;b&gt;&quot; AND a</a>",
  );
});
