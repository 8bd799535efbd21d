import { citationKey } from "#citations/citation-key.ts";
import { readCitedIn } from "#citator/cited-in.ts";
import type { DecisionCitedIn } from "#citator/cited-in.ts";
import type { Reader } from "#db/connection.ts";
import type { OpinionRecord } from "#opinions/store/record.ts";
import { heldAuthorities } from "./held-authorities.ts";
import type { HeldAuthority } from "./held-authorities.ts";
import { lawsReliedOn } from "./laws/relied-on.ts";
import type { LawReliedOn } from "./laws/relied-on.ts";

/** A decision that another cites. */
export type DecisionReliedOn = {
  readonly kind: "decision";
  readonly citedAs: string;
  /** As the citing decision calls it; as the record does where it is held. */
  readonly name: string | null;
  readonly year: number | null;
  readonly mentions: number;
  readonly held: HeldAuthority | null;
  /** No decision is held under its citations; where this is false and `held` null, it is not known which is meant. */
  readonly isMissing: boolean;
};

/** A place of an opinion's text that names what it relies on. */
export type PlaceOfAuthority = {
  readonly start: number;
  readonly end: number;
  readonly authority: DecisionReliedOn | LawReliedOn;
  /** The page pointed at, where the pages of the decision held are of the same reporter. */
  readonly page: number | null;
};

export type ReliedOn = {
  /** Each once over all opinions, in the order of their first citations. */
  readonly decisions: readonly DecisionReliedOn[];
  readonly laws: readonly LawReliedOn[];
  /** By opinion id, in the order of the text. */
  readonly places: ReadonlyMap<string, readonly PlaceOfAuthority[]>;
};

/** What a decision cites in its opinions, by what was read when they came in; a name alone is no place. */
export async function reliedOn(db: Reader, opinions: readonly OpinionRecord[], today: string): Promise<ReliedOn> {
  const texts = new Map(opinions.map(({ id, content }) => [id, content?.text ?? ""]));
  const cited = await readCitedIn(
    db,
    [...texts].map(([id, text]) => ({ id, text })),
  );
  const held = await heldAuthorities(
    db,
    cited.decisions.flatMap(({ clusterId }) => clusterId ?? []),
  );
  const laws = await lawsReliedOn(db, cited.laws, { texts, day: opinions[0]?.dateFiled ?? today, today });
  // A combined text holds the words of the other opinions again.
  const isRepeated = opinions.length > 1 && opinions.some(({ type }) => type !== "combined");
  const combined = new Set(isRepeated ? opinions.flatMap(({ id, type }) => (type === "combined" ? [id] : [])) : []);
  const byDecision = Map.groupBy(cited.decisions, ({ clusterId, citedAs }) => clusterId ?? citedAs);
  const decisions = [...byDecision.values()].map((edges) => ({ edges, authority: authorityOf(edges, held, combined) }));
  const places = [
    ...decisions.flatMap(({ edges, authority }) =>
      edges.flatMap(({ opinionId, citedAs, places: of }) =>
        of
          .flatMap((place) => placeOf(texts.get(opinionId) ?? "", place, authority, citedAs) ?? [])
          .map((place) => ({
            opinionId,
            place,
          })),
      ),
    ),
    ...laws.flatMap(({ law, places: of }) =>
      of.map(({ opinionId, start, end }) => ({ opinionId, place: { start, end, authority: law, page: null } })),
    ),
  ];
  return {
    decisions: decisions.map(({ authority }) => authority),
    laws: laws.map(({ law }) => law),
    places: new Map(
      [...Map.groupBy(places, ({ opinionId }) => opinionId)].map(([opinionId, own]) => [
        opinionId,
        own.map(({ place }) => place).toSorted((one, other) => one.start - other.start || other.end - one.end),
      ]),
    ),
  };
}

/** One decision over all opinions that cite it. */
function authorityOf(
  edges: readonly DecisionCitedIn[],
  held: ReadonlyMap<string, HeldAuthority>,
  combined: ReadonlySet<string>,
): DecisionReliedOn {
  const [first] = edges;
  const own = edges.filter(({ opinionId }) => !combined.has(opinionId));
  const record = held.get(first?.clusterId ?? "") ?? null;
  return {
    kind: "decision",
    citedAs: record?.citedAs ?? first?.citedAs ?? "",
    name: record?.caseName ?? edges.find(({ name }) => name !== null)?.name ?? null,
    year: edges.find(({ year }) => year !== null)?.year ?? null,
    mentions: (own.length > 0 ? own : edges).reduce((sum, { mentions }) => sum + mentions, 0),
    held: record,
    isMissing: first?.isMissing === true,
  };
}

/** `Id.`, `Ibid.`, `supra` and whatever has a number. */
const NAMES_A_PLACE = /\d|^\W?i(?:d|bid)\b|\bsupra\b/iu;

function placeOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  authority: DecisionReliedOn,
  citedAs: string,
): PlaceOfAuthority | undefined {
  const words = text.slice(start, end).trimEnd();
  if (!NAMES_A_PLACE.test(words)) return undefined;
  return { start, end: start + words.length, authority, page: pageIn(words, authority.held?.pagedAs ?? null, citedAs) };
}

/**
 * The page that a citation points at in the book whose pages are marked: `78` of `304 U.S. 64, 78, 58 S. Ct. 817` and of
 * `304 U.S., at 78`; of `id. at 78` where it was cited by that book. Written so that hundreds take a millisecond.
 */
function pageIn(words: string, pagedAs: string | null, citedAs: string): number | null {
  if (pagedAs === null) return null;
  const squeezed = words.toLowerCase().replace(/[\s.'’]+/gu, "");
  const book = bookOf(citationKey(pagedAs));
  const at = squeezed.search(/\d/u) < 0 ? -1 : squeezed.indexOf(book);
  if (at >= 0 && !/\d$/u.test(squeezed.slice(0, at))) {
    const [, short, pin] = PIN.exec(squeezed.slice(at + book.length)) ?? [];
    return Number(short ?? pin) || null;
  }
  const [, page] = /^(?:see)?(?:id|ibid),?at(\d{1,5})/u.exec(squeezed) ?? [];
  return page !== undefined && bookOf(citationKey(citedAs)) === book ? Number(page) : null;
}

/** Behind volume and reporter; what a reporter follows is a volume. */
const PIN = /^,?(?:at(\d{1,5})|\d{1,5},(?:at)?(\d{1,5})(?!\d|[a-mo-z]|n(?!\d)))/u;

/** `304us` of `304us64`. */
function bookOf(key: string): string {
  return key.replace(/(?<!\d)\d+\D?$/u, "");
}
