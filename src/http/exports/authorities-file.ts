import type { TableOfAuthorities } from "#briefs/report/table-of-authorities.ts";
import { dayText } from "../pages/dates.ts";
import { docxOf } from "./docx.ts";
import type { Block } from "./docx.ts";

/** A table of authorities as a Word file, as a brief has it in front. */
export function authoritiesFile(
  table: TableOfAuthorities,
  { title, day, hasPages }: { readonly title: string; readonly day: string; readonly hasPages: boolean },
): Buffer<ArrayBuffer> {
  const told = hasPages
    ? "Pages are those of the file as it was last laid out; check them after your last change."
    : "The text has no pages, so the table says how often each authority is cited. Check a PDF file, or a Word file that Word has saved, to have pages.";
  return docxOf([
    { kind: "title", runs: ["Table of Authorities"] },
    { kind: "paragraph", runs: [`${title}. Made ${dayText(day)}. ${told}`] },
    ...table.flatMap(({ kind, entries }): readonly Block[] => [
      { kind: "heading", runs: [kind] },
      ...entries.map(({ name, rest, places }): Block => ({
        kind: "entry",
        runs: name === "" ? [rest] : [{ text: name, isItalic: true }, rest],
        places,
      })),
    ]),
  ]);
}
