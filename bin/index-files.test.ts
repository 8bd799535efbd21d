import { expect, test } from "vitest";

import { indexInWords } from "./index-files.ts";

const part = { name: "segment-1", file: "segment-1.pos", reason: "its checksum does not fit" };

test("what is missing from the index is said beside what it holds", () => {
  expect(indexInWords(7187, { quarantined: [] })).toBe("7,187 documents");
  const two = {
    quarantined: [
      { ...part, documents: 1200 },
      { ...part, documents: 30 },
    ],
  };
  expect(indexInWords(5957, two)).toBe("5,957 documents; 1,230 are missing and being brought back from the records");
  const everything = { quarantined: [{ ...part, documents: 0 }] };
  expect(indexInWords(0, everything)).toBe("0 documents; some are missing and being brought back from the records");
});
