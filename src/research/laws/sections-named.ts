import { lawKey } from "#citations/laws/law-key.ts";
import type { Reader } from "#db/connection.ts";
import { currentAt } from "#laws/currency.ts";
import { chainsOf, nodesOfCitationKeys } from "#laws/store/read.ts";
import { heldCollections } from "./held.ts";
import { viewsOf } from "./view.ts";
import type { LawView } from "./view.ts";

/** A place of the HTML of a provision in which it names another one of its code, as that is law today. */
export type SectionNamed = { readonly start: number; readonly end: number; readonly law: LawView };

/** Provisions looked up for one text. */
const NAMED_MAX = 300;

/** Of a section's number with its signs and subsections. */
const NUMBER_CHARS_MAX = 100;

/** What one place names: a number, in this code or in a title of the United States Code. */
export type NamedNumber = {
  readonly start: number;
  readonly end: number;
  readonly number: string;
  /** Given as `of title 5`; the one that the provision itself stands in without it. */
  readonly title?: string;
};

/** The provisions that a law names by `section 727`, of its own code or title, with links to those that are held. */
export async function sectionsNamed(
  db: Reader,
  { version, collection }: LawView,
  html: string,
  today: string,
): Promise<readonly SectionNamed[]> {
  const stem = stemOf(version);
  if (stem === undefined) return [];
  const places = numbersNamed(html)
    .slice(0, NAMED_MAX)
    .flatMap((place) => {
      const before = place.title === undefined ? stem : stemInTitle(stem, place.title);
      return before === undefined ? [] : [{ ...place, key: lawKey(`${before}${place.number}`) }];
    });
  const nodes = await nodesOfCitationKeys(
    db,
    places.map(({ key }) => key),
  );
  const chains = await chainsOf(db, [...new Set([...nodes.values()].flat())]);
  const held = await heldCollections(db);
  const lawOf = (key: string): LawView | undefined => {
    const own = chains.filter(
      ({ nodeId, collectionId }) => collectionId === collection.id && nodes.get(key)?.includes(nodeId),
    );
    const [chain] = own;
    if (chain === undefined || own.length > 1 || chain.nodeId === version.nodeId) return undefined;
    const id = currentAt(chain.versions, today, today)?.id;
    return viewsOf(chain, held, today).find((view) => view.version.id === id);
  };
  const laws = new Map([...nodes.keys()].map((key) => [key, lawOf(key)]));
  return places.flatMap(({ start, end, key }) => {
    const law = laws.get(key);
    return law === undefined ? [] : [{ start, end, law }];
  });
}

/** `11 U.S.C. § ` of `11 U.S.C. § 523`. */
function stemOf({ citation, number }: LawView["version"]): string | undefined {
  if (citation === null || number === null || number.length > NUMBER_CHARS_MAX) return undefined;
  const bare = number.replace(/^[§\s]+|[.\s]+$/gu, "");
  return bare !== "" && citation.endsWith(bare) ? citation.slice(0, -bare.length) : undefined;
}

/** Only the United States Code and the Code of Federal Regulations number their sections by title. */
function stemInTitle(stem: string, title: string): string | undefined {
  const renamed = stem.replace(/^\d+(?= (?:U\.S\.C|C\.F\.R)\.)/u, title);
  return /^\d+ (?:U\.S\.C|C\.F\.R)\./u.test(stem) ? renamed : undefined;
}

const NUMBER = /\d[\w.:\u2013-]{0,40}/u.source;
const SUBSECTIONS = /(?:\(\w{1,5}\)){0,6}/u.source;
const ONE = `${NUMBER}${SUBSECTIONS}`;
const BETWEEN = /(?:, (?:and |or )?| and | or | through )/u.source;
const NAMED = new RegExp(
  `(?:\\b[Ss]ections?|§§?)[\\s\u00a0]{1,3}(?<list>${ONE}(?:${BETWEEN}${ONE}){0,12})(?<tail>[\\s\u00a0]of[\\s\u00a0][^<.;]{1,40})?`,
  "gu",
);
const EACH = new RegExp(`(?<number>${NUMBER})${SUBSECTIONS}`, "gu");

/** The numbers behind `section` or `§` in the texts of HTML, those of other acts and codes left out. */
export function numbersNamed(html: string): readonly NamedNumber[] {
  const named: NamedNumber[] = [];
  let depth = 0;
  for (let index = 0; index < html.length;) {
    const end = html.startsWith("<", index) ? html.indexOf(">", index) + 1 : html.indexOf("<", index);
    const piece = html.slice(index, end > index ? end : html.length);
    if (piece.startsWith("<")) {
      if (/^<a[\s>]/u.test(piece)) depth += 1;
      else if (piece.startsWith("</a")) depth -= 1;
    } else if (depth === 0) named.push(...numbersIn(piece, index));
    index += piece.length;
  }
  return named;
}

function numbersIn(text: string, at: number): readonly NamedNumber[] {
  return [...text.matchAll(NAMED)].flatMap((match) => {
    const { list = "", tail = "" } = match.groups ?? {};
    const of = placeNamed(tail);
    if (of === "elsewhere") return [];
    const from = at + match.index + match[0].indexOf(list);
    return [...list.matchAll(EACH)].map((one) => {
      const written = one[0].replace(/[.:\u2013-]+$/u, "");
      const number = (one.groups?.["number"] ?? "").replace(/[.:\u2013-]+$/u, "");
      const start = from + one.index;
      return { start, end: start + written.length, number, ...(of !== undefined && { title: of }) };
    });
  });
}

/** The title that a section is said to be of, or `elsewhere`; undefined where it is of what stands here. */
function placeNamed(tail: string): string | undefined {
  const named = tail.trim().replace(/\s+/gu, " ");
  if (
    named === "" ||
    /^of this (?:title|chapter|subchapter|part|subpart|code|article|division|subtitle)\b/iu.test(named)
  )
    return undefined;
  return /^of title (?<title>\d{1,2})\b/iu.exec(named)?.groups?.["title"] ?? "elsewhere";
}
