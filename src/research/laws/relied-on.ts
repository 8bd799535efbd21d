import { extractCitations } from "#citations/citations.ts";
import { citedLawKey, lawKey } from "#citations/laws/law-key.ts";
import { lawReferences } from "#citations/laws/law-references.ts";
import type { LawCitedIn } from "#citator/cited-in.ts";
import type { Reader } from "#db/connection.ts";
import { currentAt } from "#laws/currency.ts";
import type { LawChain } from "#laws/model.ts";
import { chainsOf, nodesOfCitationKeys } from "#laws/store/read.ts";
import { heldCollections } from "./held.ts";
import { viewsOf } from "./view.ts";
import type { LawView } from "./view.ts";

/** A provision of law that a decision cites. */
export type LawReliedOn = {
  readonly kind: "law";
  readonly citedAs: string;
  readonly mentions: number;
  /** The version in force on the day of the decision, else today's; null where none is held. */
  readonly version: LawView | null;
  readonly isOfDay: boolean;
};

export type PlacedLaw = {
  readonly law: LawReliedOn;
  /** Where it is cited, of one that is held. */
  readonly places: readonly { readonly opinionId: string; readonly start: number; readonly end: number }[];
};

type Asked = { readonly texts: ReadonlyMap<string, string>; readonly day: string; readonly today: string };

/** Places marked of one provision. */
const PLACES_MAX = 200;

/** The laws that opinions cite, each once, with the versions of `day`, and where the texts print them. */
export async function lawsReliedOn(
  db: Reader,
  cited: readonly LawCitedIn[],
  { texts, day, today }: Asked,
): Promise<readonly PlacedLaw[]> {
  if (cited.length === 0) return [];
  const held = await heldCollections(db);
  const nodes = await nodesOfCitationKeys(
    db,
    cited.map(({ citedAs }) => lawKey(citedAs)),
  );
  // A citation that several provisions bear, of two collections say, leads to none.
  const single = new Map([...nodes].flatMap(([key, ids]) => (ids.length === 1 ? [[key, ids[0] ?? ""]] : [])));
  const chains = new Map((await chainsOf(db, [...new Set(single.values())])).map((chain) => [chain.nodeId, chain]));
  const viewOf = (chain: LawChain, on: string): LawView | undefined => {
    const id = currentAt(chain.versions, on, today)?.id;
    return viewsOf(chain, held, today).find(({ version }) => version.id === id);
  };
  return [...Map.groupBy(cited, ({ key }) => key).values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const chain = chains.get(single.get(lawKey(first.citedAs)) ?? "");
    const ofDay = chain === undefined ? undefined : viewOf(chain, day);
    const version = ofDay ?? (chain === undefined ? undefined : viewOf(chain, today)) ?? null;
    const law: LawReliedOn = {
      kind: "law",
      citedAs: first.citedAs,
      mentions: same.reduce((sum, { mentions }) => sum + mentions, 0),
      version,
      isOfDay: ofDay !== undefined,
    };
    const places = version === null ? [] : same.flatMap((one) => placesOf(one, texts.get(one.opinionId) ?? ""));
    return [{ law, places }];
  });
}

/** Where a law stands as it is printed at its first citation. */
function placesOf({ opinionId, key, sentence }: LawCitedIn, text: string): PlacedLaw["places"][number][] {
  const printed = printedIn(text.slice(sentence.start, sentence.end), key);
  const places: PlacedLaw["places"][number][] = [];
  if (printed === undefined) return places;
  for (let at = text.indexOf(printed); at >= 0 && places.length < PLACES_MAX; at = text.indexOf(printed, at + 1)) {
    const bare = at + printed.length;
    const end = bare + (/^(?:\(\w{1,5}\)){1,8}/u.exec(text.slice(bare, bare + 60))?.[0].length ?? 0);
    if (isApart(text, at, end)) places.push({ opinionId, start: at, end });
  }
  return places;
}

/** Without the subsections behind it, which are others at its other places. */
function printedIn(sentence: string, key: string): string | undefined {
  const found = extractCitations(sentence).find(
    (one) => one.kind === "law" && lawReferences(one).some(({ citation }) => citedLawKey(citation) === key),
  );
  return found?.text.replace(/(?:\([\w\s.,-]{1,12}\)){1,8}$/u, "");
}

/** `§ 198` is not the beginning of `§ 1983`, nor of `§ 198.5`, nor `2 U.S.C.` the end of `42 U.S.C.` */
function isApart(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, start - 1), start)) &&
    !/^(?:[\p{L}\p{N}]|[-–.:]\p{N})/u.test(text.slice(end, end + 2))
  );
}
