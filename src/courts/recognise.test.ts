import { assert as holds, constantFrom, integer, nat, property, stringMatching } from "fast-check";
import { describe, expect, test } from "vitest";

import { countiesOfTable } from "./counties.ts";
import { isKnownWord, recogniseCourt } from "./recognise.ts";
import { allCourts } from "./registry.ts";

const courts = allCourts().filter(({ fullName }) => fullName.length < 250);
const states = [...new Set(courts.map(({ state }) => state))].filter((state) => /^[A-Z][a-z]+$/u.test(state));

function withWord(text: string, word: string, at: number): string {
  const words = text.split(" ");
  const place = at % (words.length + 1);
  return [...words.slice(0, place), word, ...words.slice(place)].join(" ");
}

describe("every word is accounted for", () => {
  test("a word that no court knows leaves a name not understood, wherever it stands", () => {
    const alien = stringMatching(/^[bcdfghjklmnpqrstvwxz]{3}[aeiou][bcdfghjklmnpqrstvwxz]{3}ux$/u);
    holds(
      property(constantFrom(...courts), alien, nat(20), ({ fullName }, word, at) => {
        const found = recogniseCourt(withWord(fullName, word, at));
        // A text may call any place a city, or the seat of a federal district's division.
        const isPlace = /\b(?:city|town|village|borough|township|division)\b/iu.test(fullName);
        if (!isPlace) expect(found.ok && found.courts.map(({ id }) => id), fullName).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("what is left over is told", () => {
    const found = recogniseCourt("Zorbel Beach Circuit Court");
    expect(found).toMatchObject({ ok: false, leftover: expect.arrayContaining(["zorbel"]) as string[] });
    expect(recogniseCourt("Bankr. D. Iowa")).toMatchObject({ ok: false, leftover: ["bankr"] });
  });

  test("the name of another state is never passed over", () => {
    const ofState = courts.filter(({ state }) => states.includes(state) && state !== "Federal");
    holds(
      property(constantFrom(...ofState), constantFrom(...states), (court, other) => {
        if (other === court.state || court.fullName.includes(other)) return;
        const found = recogniseCourt(`${court.fullName}, ${other}`);
        const isOther = found.ok && found.courts.every(({ state }) => state === court.state);
        expect(isOther, `${court.fullName}, ${other}`).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  test("a number that a court of appeals does not have is not passed over", () => {
    holds(
      property(integer({ min: 14, max: 99 }), (number) => {
        for (const text of [`${number}th Cir.`, `Fla. ${number}th DCA`, `App. Div. ${number}th Dep't`])
          expect(recogniseCourt(text).ok, text).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test("filler changes nothing", () => {
    for (const text of ["Southern District of Ohio", "Superior Court of California", "9th Cir."]) {
      const plain = recogniseCourt(text);
      for (const filled of [`the ${text}`, `In the ${text}`, `${text}, en banc`, `Hon. ${text}`]) {
        const found = recogniseCourt(filled);
        expect(found.ok && plain.ok && found.courts, filled).toEqual(plain.ok && plain.courts);
      }
    }
  });
});

function idsFor(text: string): string[] {
  const found = recogniseCourt(text);
  expect(found.ok, text).toBe(false);
  return found.ok ? [] : found.candidates.map(({ id }) => id);
}

describe("a text that is not understood is answered with the courts that may be meant", () => {
  test("those of each state that has the county", () => {
    expect(idsFor("Family Court, Livingston County")).toContain("nyfamct");
  });

  test("those that share the rarer of its words, of no other state than it names", () => {
    expect(idsFor("Great Neck Justice Court")).toContain("nygtnkpljustct");
    expect(idsFor("N.Y. St. Pub. Serv. Comm'n")).toEqual([]);
    expect(idsFor("Manhattan")).toEqual([]);
  });
});

describe("a word read as other than it is written", () => {
  test.each([
    ["Nothern District of Illinois", ["ilnd"], "northern"],
    ["Supreme Court of Californa", ["cal"], "california"],
    ["Court of Comon Pleas of Schuylkil County, Pennsylvania", ["pactcomplschuyl"], "schuylkill"],
  ])("%s", (text, ids, read) => {
    const found = recogniseCourt(text);
    expect(found.ok && found.courts.map(({ id }) => id)).toEqual(ids);
    expect(found.ok && found.corrections.map((one) => one.read)).toContain(read);
  });

  test("is told of no name that is spelled as the table has it", () => {
    for (const court of courts) {
      const found = recogniseCourt(court.fullName);
      expect(found.ok && found.corrections, court.fullName).toEqual([]);
    }
  });
});

test("each county of the table is known by all its words", () => {
  const all = countiesOfTable();
  expect(all.length).toBeGreaterThan(3000);
  expect(
    all.filter(({ name }) =>
      name
        .toLowerCase()
        .split(/[^a-z]+/u)
        .some((word) => word !== "" && !isKnownWord(word)),
    ),
  ).toEqual([]);
});

test("each court is recognised by its name and by its abbreviation", () => {
  for (const court of allCourts()) {
    for (const name of [court.fullName, court.abbreviation]) {
      const found = recogniseCourt(name, { state: court.state });
      expect(
        found.ok && found.courts.some(({ id, abbreviation }) => id === court.id || abbreviation === court.abbreviation),
        name,
      ).toBe(true);
    }
  }
});
