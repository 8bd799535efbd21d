import { linesIn } from "../html/page.ts";
import type { Cell, Run } from "../html/page.ts";
import { documentLink, orNull } from "../values.ts";

export type ListedAttachment = {
  readonly number: number;
  readonly description: string | null;
  readonly pacerDocId: string | null;
};

/**
 * The attachments that an entry lists of itself: `(Attachments: # 1 Exhibit A, # 2 Exhibit B)`, each number a link where
 * the document can be had. Older sheets leave the sign out, and the links alone tell the numbers. A link elsewhere in
 * the words leads to another entry.
 */
export function attachmentsIn(cell: Cell): ListedAttachment[] {
  const runs = withSigns(linesIn(cell).flatMap(({ runs: inLine }) => [...inLine, { text: " ", style: 0, link: null }]));
  const linkAt = linksByPlace(runs);
  return listedIn(runs.map((run) => run.text).join("")).map(({ at, ...listed }) => {
    const link = linkAt(at);
    return { ...listed, pacerDocId: link === null ? null : (documentLink(link)?.pacerDocId ?? null) };
  });
}

/** The linked numbers of a list that begins with one, each with the sign that the list lacks. */
function withSigns(runs: readonly Run[]): readonly Run[] {
  const start = /\(Attachments?: ?(?=\d)/iu.exec(runs.map(({ text }) => text).join(""));
  if (start === null) return runs;
  const from = start.index + start[0].length;
  let at = 0;
  return runs.map((run) => {
    const isIn = at >= from;
    at += run.text.length;
    const isNumber = run.link !== null && /^\s*\d{1,4}\s*$/u.test(run.text);
    return isIn && isNumber ? { ...run, text: `# ${run.text.trim()} ` } : run;
  });
}

/** The same of words without links. */
export function attachmentsInText(text: string): ListedAttachment[] {
  return listedIn(text).map(({ number, description }) => ({ number, description, pacerDocId: null }));
}

type Placed = { readonly number: number; readonly description: string | null; readonly at: number };

function listedIn(text: string): Placed[] {
  const start = /\(?Attachments?: ?(?=\(?#|\(1\))/iu.exec(text);
  if (start === null) return [];
  const from = start.index + start[0].length;
  const list = text.slice(from, endOfList(text, from));
  const listed = new Map<number, Placed>();
  const items = list.includes("#") ? /# ?\(?(\d{1,4})\)? ?([^#]*)/gu : /\((\d{1,4})\) ?([^(]*)/gu;
  for (const item of list.matchAll(items)) {
    const number = Number(item[1]);
    if (number === 0 || listed.has(number)) continue;
    const description = orNull(item[2]?.replace(/(?<![,;\s])[,;\s]+$/u, ""));
    listed.set(number, { number, description, at: from + item.index + item[0].indexOf(item[1] ?? "") });
  }
  return [...listed.values()];
}

/** Where the bracket that opened the list closes; the end of the text where none does. */
function endOfList(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    else if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function linksByPlace(
  runs: readonly { readonly text: string; readonly link: Parameters<typeof documentLink>[0] | null }[],
) {
  return (place: number) => {
    let at = 0;
    for (const { text, link } of runs) {
      at += text.length;
      if (place < at) return link;
    }
    return null;
  };
}
