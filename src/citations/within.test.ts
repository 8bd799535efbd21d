import { array, assert, constantFrom, property } from "fast-check";
import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import { resolveWithin } from "./within.ts";
import type { Resolution } from "./within.ts";

const FIR = "Elm v. Fir, 12 F.3d 34, 36 (2d Cir. 1994)";
const OAK = "Oak v. Pine, 12 F.3d 400 (2d Cir. 1994)";

function resolve(text: string): Resolution[] {
  return resolveWithin(extractCitations(text));
}

/** For each citation the position of what it stands for, or why it stands for nothing. */
function outcomes(text: string): (number | string)[] {
  return resolve(text).map((one) => one.full ?? one.status);
}

describe("resolveWithin", () => {
  test.each<[string, (number | string)[]]>([
    [`${FIR}. Id. at 37.`, [0, 0]],
    [`${FIR}. Elm, 12 F.3d at 40. Fir, supra, at 41. In Elm at 42 we said so.`, [0, 0, 0, 0]],
    [`${FIR}; ${OAK}. 12 F.3d at 36.`, [0, 1, "ambiguous"]],
    [`${FIR}; ${OAK}. Oak, 12 F.3d at 401.`, [0, 1, 1]],
    [`${FIR}; Elm v. Gum, 13 F.3d 35. Elm, supra.`, [0, 1, "ambiguous"]],
    [`${FIR}. Larch, supra.`, [0, "unresolved"]],
    [`${FIR}. 99 F.3d at 36. Id.`, [0, "unresolved", "unresolved"]],
    [`${FIR}. Id. at 900.`, [0, "unresolved"]],
    ["Id. at 3.", ["unresolved"]],
    [`42 U.S.C. § 1983. Id. § 1985. 1 Minn. L. Rev. 1. Id. at 2.`, [0, 0, 2, 2]],
    [`${FIR}. ${OAK}. ${FIR}. Id.`, [0, 1, 0, 0]],
    ["Elm v. Fir, 590 U.S. ___ (2020). Id. at 3.", [0, "unresolved"]],
    // Of a volume of one number in two series the one that is named, and two cases that begin on one page.
    ["Elm v. Fir, 5 U.S. 137. Oak v. Ash, 5 F.2d 200. 5 U.S. at 140. 5 F.2d at 201.", [0, 1, 0, 1]],
    ["Elm v. Fir, 5 U.S. 137. Oak v. Ash, 9 F.2d 137. Oak, 9 F.2d at 140.", [0, 1, 1]],
    ["Elm v. Fir, 5 U.S. 137, 2 L. Ed. 60 (1803). Elm, 2 L. Ed. at 61.", [0, 0, 0]],
  ])("%j", (text, wanted) => expect(outcomes(text)).toEqual(wanted));

  test("a work named very often crowds out no other of the same name", () => {
    const text = `${`${FIR}. `.repeat(300)}Elm v. Gum, 13 F.3d 35. Elm, supra.`;
    expect(outcomes(text).at(-1)).toBe("ambiguous");
  });

  test.each<[string, string]>([
    [`${FIR}. Id. at 37.`, "the citation before it"],
    ["Id. at 3.", "the citation before it is not known"],
    [`${FIR}. Larch, supra. Id.`, "the citation before it is not known"],
    ["Elm v. Fir, 590 U.S. ___ (2020). Id. at 3.", "the page of the citation before it is open"],
    [`${FIR}. Id. at 33.`, "its page lies outside that opinion"],
    [`${FIR}. Id. at 34.`, "the citation before it"],
    [`${FIR}. Id. at 184.`, "the citation before it"],
    [`${FIR}. Id. at 185.`, "its page lies outside that opinion"],
    [`${FIR}. Id. at *5.`, "its pin cite is not a page of that reporter"],
    [`${FIR}. Id. at ¶ 5.`, "its pin cite is not a page of that reporter"],
    ["1 Minn. L. Rev. 10. Id. at 9.", "its page lies outside that opinion"],
    ["1 Minn. L. Rev. 10. Id. at 12.", "the citation before it"],
    ["42 U.S.C. § 1983. Id. at 5.", "the citation before it"],
    ["Elm v. Fir, 2013 WL 99 (S.D.N.Y. 2013). Id. at *2.", "the citation before it"],
    [`${FIR}. 99 F.3d at 36.`, "no earlier citation of this volume"],
    [`${FIR}. Larch, supra.`, "no earlier case of this name"],
    [`${FIR}. Elm, 12 F.3d at 40.`, "one earlier citation fits"],
    [`${FIR}; ${OAK}. 12 F.3d at 36.`, "2 earlier citations fit"],
    [FIR, "full citation"],
  ])("the reason is told: %j", (text, reason) => expect(resolve(text).at(-1)?.reason).toBe(reason));

  test.each<[string, (number | string)[]]>([
    [`${FIR} (Oak, 12 F.3d at 401). Elm, 12 F. 3d, at 36.`, [0, 0, 0]],
    ["Elm v. Fir, 12 F. 3d 34 (2d Cir. 1994). Elm, 12 F.3d at 36.", [0, 0]],
    [`${FIR}; ${OAK}. Larch, 12 F.3d at 36.`, [0, 1, "ambiguous"]],
    [`${FIR}; Elm v. Fir Mills, 13 F.3d 35. Fir Mills, supra.`, [0, 1, 1]],
    [`Elm v. Fir Mills, 13 F.3d 35. Fir, supra.`, [0, 0]],
    [`${FIR}; ${OAK}. Elm, supra. Id. at 36.`, [0, 1, 0, 0]],
    [`Oak v. Elm, 13 F.3d 400; ${FIR}. In Elm at 36 it was held.`, [0, 1, 1]],
    [`42 U.S.C. § 1983; 42 U.S.C. § 1985; 42 U.S.C. § 1983.`, [0, 1, 0]],
    [`${FIR}, aff'd, 510 U.S. 12 (1995). Id. at 13.`, [0, 1, "unresolved"]],
    [`${FIR} (quoting ${OAK} (quoting Ash v. Gum, 13 F.3d 5)). Id. at 37.`, [0, 1, 2, 0]],
    [`No. 12-345. Id.`, ["unresolved"]],
  ])("%j", (text, wanted) => expect(outcomes(text)).toEqual(wanted));

  test("id. passes over sources in parentheticals and in the history of a case (Bluebook rule 4.1)", () => {
    expect(outcomes(`${FIR} (quoting ${OAK}). Id. at 37.`)).toEqual([0, 1, 0]);
    expect(outcomes(`${FIR}, aff'd, 510 U.S. 12 (1995). Id. at 37.`)).toEqual([0, 1, 0]);
  });

  test("an alias from the records resolves a name the opinion never prints", () => {
    const citations = extractCitations(`${FIR}. Gum, supra, at 36.`);
    expect(resolveWithin(citations)[1]?.full).toBeNull();
    expect(resolveWithin(citations, { aliases: new Map([[0, "Gum"]]) })[1]?.full).toBe(0);
  });

  test("candidates of an ambiguous citation are given", () => {
    expect(resolve(`${FIR}; ${OAK}. 12 F.3d at 36.`)[2]).toMatchObject({ candidates: [0, 1], full: null });
  });

  test("what a citation stands for is a full citation before it, whatever the order", () => {
    const pieces = [FIR, OAK, "Id. at 37", "Elm, supra", "12 F.3d at 36", "42 U.S.C. § 1983", "see id.", "§ 5"];
    assert(
      property(array(constantFrom(...pieces), { maxLength: 14 }), (chosen) => {
        const citations = extractCitations(chosen.map((piece) => `${piece}. `).join(""));
        for (const resolution of resolveWithin(citations)) {
          if (resolution.full === null) continue;
          expect(resolution.full).toBeLessThanOrEqual(resolution.citation);
          expect(["case", "law", "journal"]).toContain(citations[resolution.full]?.kind);
        }
      }),
    );
  });
});
