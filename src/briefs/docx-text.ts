import { Parser } from "htmlparser2";

/** What stands in these is not of the text: deletions, the older way of a drawing, moved text at its old place. */
const PASSED = new Set(["w:del", "w:moveFrom", "mc:Fallback", "w:instrText", "w:delText"]);
/** Separators between text and notes are notes of their own kind. */
const NOTE_KINDS_PASSED = new Set(["separator", "continuationSeparator", "continuationNotice"]);

/** Where a page began when the file was last laid out, in a text that is being read; texts have no such sign. */
const PAGE = "\uE00C";

/**
 * The paragraphs of a part of a Word file, separated by blank lines; a note's call leaves no character. `pageStarts`: where
 * its pages began when Word last laid it out, empty where it never did.
 */
export function textOfPart(xml: string): { readonly text: string; readonly pageStarts: readonly number[] } {
  const [first = "", ...pages] = paragraphsOf(xml).flat().join("\n\n").split(PAGE);
  let text = first;
  const pageStarts: number[] = [];
  for (const page of pages) {
    pageStarts.push(text.length);
    text += page;
  }
  return { text, pageStarts: pageStarts.length === 0 ? [] : [0, ...pageStarts] };
}

/** The notes of a part in their order, each with its number before it. */
export function notesOf(xml: string): string[] {
  return paragraphsOf(xml)
    .filter((paragraphs) => paragraphs.length > 0)
    .map((paragraphs, at) => `${at + 1}. ${paragraphs.join("\n\n").replaceAll(PAGE, "")}`);
}

/** By note where there are notes, else all of the part as one. */
function paragraphsOf(xml: string): string[][] {
  const notes: string[][] = [[]];
  let line = "";
  let isText = false;
  let passed = 0;
  const end = (): void => {
    const isEmpty = line.replaceAll(PAGE, "").trim() === "";
    if (!isEmpty) notes.at(-1)?.push(line.trim());
    // A page that begins with an empty line begins with the next one that is none.
    line = isEmpty ? PAGE.repeat(line.split(PAGE).length - 1) : "";
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
        else if (name === "w:lastRenderedPageBreak") line += PAGE;
      },
      ontext(text) {
        if (isText && passed === 0) line += text.replaceAll(PAGE, "");
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
