import { LawWriter } from "#laws/clean/law-writer.ts";
import type { LawDraft } from "#laws/model.ts";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const ROMAN: readonly (readonly [string, number])[] = [
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

/** Amendments whose paragraphs are numbered sections, with how many they have. */
const SECTIONS: Readonly<Record<number, number>> = {
  13: 2,
  14: 5,
  15: 2,
  18: 3,
  20: 6,
  21: 3,
  22: 2,
  23: 2,
  24: 2,
  25: 4,
  26: 2,
};

type Provision = { readonly text: string; readonly link?: string | undefined };

/** The provisions of the file, with the articles and amendments that hold them; and the names that are none. */
export function provisionsOf(file: Readonly<Record<string, Provision>>): {
  readonly drafts: readonly LawDraft[];
  readonly unknown: readonly string[];
} {
  const drafts = new Map<string, LawDraft>();
  const unknown: string[] = [];
  const add = (draft: LawDraft): void => void drafts.set(draft.sourceId, draft);
  for (const [name, provision] of Object.entries(file)) {
    const [, article, section] = /^article([ivx]+)(?:#section(\d+))?$/u.exec(name) ?? [];
    const amendment = amendmentNumber(name);
    if (name === "preamble") add(leaf("preamble", 0, "Preamble", "U.S. Const. pmbl.", provision));
    else if (name === "signers") add(leaf("signers", 100, "Signers", null, provision));
    else if (article !== undefined) {
      const number = valueOf(article.toUpperCase());
      const cited = `U.S. Const. art. ${romanOf(number)}`;
      if (section === undefined) add(leaf(`art${number}`, number, `Article ${romanOf(number)}`, cited, provision));
      else {
        add(parent(`art${number}`, number, `Article ${romanOf(number)}`, cited));
        add(
          leaf(`art${number}.s${section}`, Number(section), `Section ${section}`, `${cited}, § ${section}`, provision),
        );
      }
    } else if (amendment !== undefined) for (const draft of amendmentDrafts(amendment, provision)) add(draft);
    else unknown.push(name);
  }
  return { drafts: [...drafts.values()], unknown };
}

function amendmentDrafts(number: number, provision: Provision): LawDraft[] {
  const path = `amend${number}`;
  const name = `Amendment ${romanOf(number)}`;
  const cited = `U.S. Const. amend. ${romanOf(number)}`;
  const lines = provision.text.split("\n").filter((line) => line.trim() !== "");
  if (SECTIONS[number] !== lines.length) return [leaf(path, 200 + number, name, cited, provision)];
  const sections = lines.map((text, index) =>
    leaf(`${path}.s${index + 1}`, index + 1, `Section ${index + 1}`, `${cited}, § ${index + 1}`, {
      ...provision,
      text,
    }),
  );
  return [parent(path, 200 + number, name, cited), ...sections];
}

function leaf(
  path: string,
  sortOrder: number,
  title: string,
  citation: string | null,
  { text, link }: Provision,
): LawDraft {
  const writer = new LawWriter();
  for (const line of text.split("\n")) writer.within("p", {}, () => writer.words(line));
  return { ...parent(path, sortOrder, title, citation), ...writer.finish(), nodeType: "LEAF", sourceUrl: link ?? null };
}

function parent(path: string, sortOrder: number, title: string, citation: string | null): LawDraft {
  return {
    versionKey: "only",
    edition: null,
    effectiveDate: null,
    publicationDate: null,
    sourceId: path,
    path,
    sortOrder,
    nodeType: "PARENT",
    type: "constitution",
    number: null,
    title,
    citation,
    registerCitation: null,
    isHistorical: false,
    isTombstone: false,
    sourceUrl: null,
    html: "",
    text: "",
    notesHtml: null,
  };
}

function amendmentNumber(name: string): number | undefined {
  const ordinal = ORDINALS.indexOf(/^(\w+?)_amendment$/u.exec(name)?.[1] ?? "");
  if (ordinal >= 0) return ordinal + 1;
  const roman = /^amendment([ivx]+)$/u.exec(name)?.[1];
  return roman === undefined ? undefined : valueOf(roman.toUpperCase());
}

function romanOf(value: number): string {
  let rest = value;
  let roman = "";
  for (const [letters, worth] of ROMAN) for (; rest >= worth; rest -= worth) roman += letters;
  return roman;
}

function valueOf(roman: string): number {
  let value = 0;
  let rest = roman;
  for (const [letters, worth] of ROMAN) {
    for (; rest.startsWith(letters); rest = rest.slice(letters.length)) value += worth;
  }
  return value;
}
