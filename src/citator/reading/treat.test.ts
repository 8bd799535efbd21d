import { expect, test } from "vitest";
import { beginReading, finishReading } from "../read-opinion.ts";

const ELM = "Elm v. Fir, 12 F.3d 34 (N.D. Cal. 1994)";

/** With the learned weights, in the plainest surroundings: one mention, a court that mostly cites and no more. */
test.each([
  [`We overrule ${ELM}.`, "Overruled"],
  [`${ELM}, is overruled.`, "Overruled"],
  [`The facts differ. We distinguish ${ELM}, because the lease there had lapsed.`, "Distinguished"],
  [`We decline to follow ${ELM}.`, "Declined to follow"],
  [`We disagree with ${ELM}.`, "Disagreed with"],
  [`We limit ${ELM}, to its facts.`, "Limited"],
  [`We question ${ELM}.`, "Questioned"],
  [`We follow ${ELM}.`, "Followed"],
  [`We see no reason to overrule ${ELM}.`, "Cited"],
  [`We considered the rule in ${ELM}.`, "Cited"],
])("%s", (text, treatment) => {
  const opinion = { text, type: "lead", courtId: "ca9", caseName: "Birch v. Ash", year: 1996 };
  const [elm] = finishReading(beginReading(opinion), () => undefined);
  expect(elm).toMatchObject({ name: "Elm v. Fir", treatment });
});
