import { expect, test } from "vitest";
import { hasVectors } from "./embedder.ts";
import { hashedWords, holding } from "#test/embedding/hashed-words.ts";

const dot = (left: Float32Array, right: Float32Array): number =>
  left.reduce((sum, value, place) => sum + value * (right[place] ?? 0), 0);

test("rows have unit length or are zero, and texts that share words are near", async () => {
  const embedder = hashedWords(512);
  const rows = await embedder.passages(["a lien on the ship", "the lien of a ship", "negligent carriage", ""]);
  const [lien, ofLien, carriage, empty] = [0, 1, 2, 3].map((at) => rows.slice(at * 512, (at + 1) * 512));
  if (!lien || !ofLien || !carriage || !empty) throw new Error("a row is missing");
  expect(dot(lien, lien)).toBeCloseTo(1, 5);
  expect(dot(empty, empty)).toBe(0);
  expect(dot(lien, ofLien)).toBeGreaterThan(dot(lien, carriage));
  expect(hasVectors(embedder.version)).toBe(true);
  expect(hasVectors({ reason: "nothing is trained" })).toBe(false);
});

test("a version that is not kept is not found any more, the newest always is", async () => {
  const versions = holding(hashedWords(8, "new"), hashedWords(8, "old"));
  await versions.keepOnly([]);
  expect((await versions.open("new")).version.id).toBe("new");
  await expect(versions.open("old")).rejects.toMatchObject({ code: "not_found" });
});
