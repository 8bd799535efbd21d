import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveId, idFault, kindOfId } from "./ids.ts";
import type { IdKind } from "./ids.ts";

const KINDS: IdKind[] = [
  "case",
  "cluster",
  "opinion",
  "work",
  "docketEntry",
  "filing",
  "lawNode",
  "lawVersion",
  "apiKey",
  "user",
  "team",
];

describe("deriveId", () => {
  test("is a UUID of version 8 whose kind can be read back", () => {
    fc.assert(
      fc.property(fc.constantFrom(...KINDS), fc.string(), fc.string(), (kind, source, sourceId) => {
        const id = deriveId(kind, source, sourceId);
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
        expect(kindOfId(id)).toBe(kind);
        expect(kindOfId(id.toUpperCase())).toBe(kind);
      }),
    );
  });

  test("is the same on every machine: these values must never change", () => {
    expect(deriveId("opinion", "courtlistener", "9417465")).toBe("18e6fe79-18e5-89f1-830c-d19fd775af63");
    expect(deriveId("cluster", "courtlistener", "9417465")).not.toBe(deriveId("opinion", "courtlistener", "9417465"));
  });

  test("the source and the source's id cannot run into each other", () => {
    expect(deriveId("case", "ab", "c")).not.toBe(deriveId("case", "a", "bc"));
  });
});

describe("idFault", () => {
  test("says which kind was given and which is wanted", () => {
    expect(idFault(deriveId("cluster", "cap", "1"), "opinion")).toBe("this is a cluster id; an opinion id is wanted");
    expect(idFault(deriveId("opinion", "cap", "1"), "opinion")).toBeUndefined();
  });

  test.each(["", "12", "00000000-0000-4000-8000-000000000000", "' or 1=1"])("%j is no id of ours", (text) => {
    expect(idFault(text, "opinion")).toMatch(/^not an id of this service/u);
  });
});
