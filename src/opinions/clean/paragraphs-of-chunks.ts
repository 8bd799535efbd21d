import { goesOn, isOpen } from "#text/furniture/page-line.ts";
import { lineJoint, wholeWords } from "./hyphens.ts";
import { FURNITURE } from "./page-furniture.ts";
import type { LeftOut } from "./text-account.ts";

/**
 * Lines that are paragraphs, or pieces of them, with blank lines between: a paragraph goes on over what was furniture
 * where its sentence does.
 */
export function paragraphsOfChunks(lines: readonly string[], leftOut: LeftOut[]): string[] {
  const known = wholeWords(lines.map((line) => line.trim()));
  const paragraphs: string[] = [];
  let current: string[] = [];
  let isBroken = false;
  let isOverFurniture = false;
  for (const given of lines) {
    const words = given.trim();
    if (given === FURNITURE) isOverFurniture = true;
    else if (words === "") isBroken = true;
    else {
      const before = current.at(-1) ?? "";
      const isNew = given.startsWith("\f") || isBroken;
      if (current.length > 0 && isNew && !(isOverFurniture && runsOn(before, words))) {
        paragraphs.push(current.join(""));
        current = [];
      }
      if (current.length > 0) {
        const { dropsHyphen } = lineJoint(before, words, known);
        if (dropsHyphen) {
          current[current.length - 1] = before.slice(0, -1);
          leftOut.push({ reason: "hyphen at line end", text: "-" });
        }
        const isHalf = /\p{L}-$/u.test(before.slice(-2)) && /^(?!(?:and|or|to)\b)\p{Ll}/u.test(words);
        const isName = dropsHyphen && /^\p{Lu}/u.test(words);
        if (!isHalf && !isName) current.push("\n");
      }
      current.push(words);
      isBroken = false;
      isOverFurniture = false;
    }
  }
  if (current.length > 0) paragraphs.push(current.join(""));
  return paragraphs;
}

/** A sentence may go on with a name: a heading is shorter than a line. */
function runsOn(before: string, after: string): boolean {
  return isOpen(before) && (goesOn(after) || before.length >= LINE_CHARS_MIN);
}

const LINE_CHARS_MIN = 60;
