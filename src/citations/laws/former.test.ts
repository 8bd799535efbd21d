import { expect, test } from "vitest";
import { extractCitations } from "../citations.ts";
import { isFormer } from "./former.ts";

test.each([
  ["The old Act, former 17 U.S.C. § 9101(a), excepted it.", true],
  ["under former section 17 U.S.C. § 9101", true],
  ["Former § 17 U.S.C. § 9101", true],
  ["formerly 17 U.S.C. § 9101", true],
  ["section 70(b), 17 U.S.C. § 9101(b) (repealed 1978).", true],
  ["17 U.S.C. § 9101 (1970) (repealed 1978).", true],
  ["17 U.S.C. § 9101 (1970), repealed by the Act", true],
  ["17 U.S.C. § 9101 (current version at 18 U.S.C. § 4)", true],
  ["17 U.S.C. § 9101 (superseded 1980)", true],
  ["17 U.S.C. § 9101 (renumbered § 9102)", true],
  ["The penalty of 17 U.S.C. § 9101 applies.", false],
  ["17 U.S.C. § 9101 (1994)", false],
  ["His former wife cited 17 U.S.C. § 9101.", false],
  ["17 U.S.C. § 9101 repeals the rule", false],
])("%s", (text, former) => {
  const law = extractCitations(text).find((one) => one.kind === "law");
  expect(law !== undefined && isFormer(text, law)).toBe(former);
});
