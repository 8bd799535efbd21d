import { Parser } from "htmlparser2";

/** What stands in these is not of the text: deletions, the older way of a drawing, moved text at its old place. */
const PASSED = new Set(["w:del", "w:moveFrom", "mc:Fallback", "w:instrText", "w:delText"]);
/** Separators between text and notes are notes of their own kind. */
const NOTE_KINDS_PASSED = new Set(["separator", "continuationSeparator", "continuationNotice"]);

/** The paragraphs of a part of a Word file, separated by blank lines. A note's call leaves no character. */
export function textOfPart(xml: string): string {
  return paragraphsOf(xml).flat().join("\n\n");
}

/** The notes of a part in their order, each with its number before it. */
export function notesOf(xml: string): string[] {
  return paragraphsOf(xml)
    .filter((paragraphs) => paragraphs.length > 0)
    .map((paragraphs, at) => `${at + 1}. ${paragraphs.join("\n\n")}`);
}

/** By note where there are notes, else all of the part as one. */
function paragraphsOf(xml: string): string[][] {
  const notes: string[][] = [[]];
  let line = "";
  let isText = false;
  let passed = 0;
  const end = (): void => {
    if (line.trim() !== "") notes.at(-1)?.push(line.trim());
    line = "";
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (PASSED.has(name)) passed += 1;
        else if (name === "w:footnote" || name === "w:endnote") {
          if (NOTE_KINDS_PASSED.has(attributes["w:type"] ?? "")) passed += 1;
          else notes.push([]);
        } else if (name === "w:t") isText = true;
        else if (passed > 0) return;
        else if (name === "w:tab") line += "\t";
        else if (name === "w:br" || name === "w:cr") line += "\n";
        else if (name === "w:noBreakHyphen") line += "-";
      },
      ontext(text) {
        if (isText && passed === 0) line += text;
      },
      onclosetag(name) {
        if (name === "w:t") isText = false;
        else if (name === "w:p") end();
        else if (PASSED.has(name)) passed -= 1;
        else if ((name === "w:footnote" || name === "w:endnote") && passed > 0) passed -= 1;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  end();
  return notes;
}
