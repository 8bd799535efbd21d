import fc from "fast-check";
import { expect, test } from "vitest";
import { Trie } from "./trie.ts";

test("what begins as a form does may begin one, in whichever case and whatever stands behind a short one", () => {
  const form = fc.string({ unit: fc.constantFrom("A", "b", "U", "S", "3", "d", "&"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(form, { maxLength: 5 }), fc.string({ minLength: 3, maxLength: 3 }), (forms, behind) => {
      const trie = new Trie<true>();
      for (const one of forms) trie.add(one, true);
      for (const one of forms) {
        for (const printed of [one, one.toUpperCase(), one.toLowerCase()]) {
          const [first = 0, second = 0, third = 0] = Array.from({ length: 3 }, (_, at) =>
            `${printed}${behind}`.charCodeAt(at),
          );
          expect(trie.mayBegin(first, second, third)).toBe(true);
        }
      }
    }),
  );
  const trie = new Trie<true>();
  trie.add("US", true);
  trie.add("F3d", true);
  const begins = (word: string): boolean => trie.mayBegin(word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2));
  expect(["USA", "F3d", "f3D"].every(begins)).toBe(true);
  expect(["The", "F2d", "Fed"].some(begins)).toBe(false);
});
