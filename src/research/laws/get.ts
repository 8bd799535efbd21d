import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import { kindOfId } from "#base/ids.ts";
import { countLawCiters, readInvalidating } from "#citator/citing-laws.ts";
import type { Reader } from "#db/connection.ts";
import { currentAt } from "#laws/currency.ts";
import type { LawText, LawVersion } from "#laws/model.ts";
import { textsOf } from "#laws/store/read.ts";
import { childrenAt, currentAtPath } from "#laws/store/tree.ts";
import { requireHistory, seesHistory } from "./access.ts";
import { asOfTold, currenciesOf } from "./currency.ts";
import type { LawCurrency } from "./currency.ts";
import { citedKeysOf } from "#laws/cited-keys.ts";
import { collectionsNamed, heldCollections, pathFaults, refuseFaults } from "./held.ts";
import type { HeldCollections } from "./held.ts";
import { invalidating } from "./held-invalid.ts";
import type { InvalidatingDecision } from "./held-invalid.ts";
import { findLaws, lawById } from "./find.ts";
import type { FoundLaw, LawKey, LawScope, NotFound } from "./find.ts";
import { viewIn, viewsOf } from "./view.ts";
import type { LawView } from "./view.ts";

export type LawAsked = {
  readonly named: LawKey;
  /** The id or name of the collection it is looked for in. */
  readonly collection?: string;
  /** Superseded and future versions are found too. */
  readonly includeHistorical: boolean;
  /** `YYYY-MM-DD`; the day whose law is wanted, today without it. */
  readonly asOf?: string;
  /** With how many decisions cite it, in any version. */
  readonly countCiters?: boolean;
};

export type LawFound = {
  readonly status: "found";
  readonly law: LawView;
  readonly text: LawText;
  readonly parentId: string | null;
  /** In authored order; none but of a container. */
  readonly children: readonly LawVersion[];
  readonly childrenTotal: number;
  /** Oldest first, this one included. */
  readonly versions: readonly LawView[];
  /** What the citation points at within the provision. */
  readonly pin: string | null;
  /** Whether it is law today, on what that rests, and in words. */
  readonly currency: LawCurrency;
  /** What to say of the day asked for, where that is not today and this the version in force on it. */
  readonly asOfTold: string | null;
  /** The citation says `et seq.`. */
  readonly etSeq: boolean;
  /** The newest decisions held that hold it invalid themselves, in any of its versions. */
  readonly heldInvalidBy: readonly InvalidatingDecision[];
  /** Present when asked for: how many decisions cite it, in any version. */
  readonly citers?: number;
};

export type LawAnswer =
  | LawFound
  | { readonly status: "ambiguous"; readonly matches: readonly LawView[]; readonly total: number }
  | ({ readonly status: "not_found" } & NotFound);

/** Decisions that hold a law invalid, named with it. */
const INVALIDATING_MAX = 5;

/** Candidates that one answer names. */
const MATCHES_MAX = 50;

/**
 * The one version that is asked for.
 * @throws OnpointError `invalid_input` for what cannot name one, `forbidden` for history without the grant
 */
export async function getLaw(
  sources: { readonly db: Reader; readonly today: string },
  principal: Principal,
  asked: LawAsked,
): Promise<LawAnswer> {
  const answer = await lookUp(sources, principal, asked);
  if (answer.status !== "found") return answer;
  const keys = citedKeysOf({ versions: answer.versions.map(({ version }) => version) });
  const heldInvalidBy = invalidating(await readInvalidating(sources.db, keys, INVALIDATING_MAX));
  const citers = asked.countCiters === true ? await countLawCiters(sources.db, keys) : undefined;
  return { ...answer, heldInvalidBy, ...(citers !== undefined && { citers }) };
}

async function lookUp(
  { db, today }: { readonly db: Reader; readonly today: string },
  principal: Principal,
  asked: LawAsked,
): Promise<LawAnswer> {
  const { named, asOf = today, includeHistorical } = asked;
  const held = await heldCollections(db);
  const within = collectionsNamed(asked.collection === undefined ? [] : [asked.collection], held, () => "collection");
  refuseFaults([...within.faults, ...keyFaults(named)]);
  if (includeHistorical) requireHistory(principal, "includeHistorical");
  if (asOf !== today) requireHistory(principal, "asOf");
  const days = { date: asOf, today };
  if (named.by === "id") return byId(db, principal, held, named.given, days);
  const collectionIds = asked.collection === undefined ? undefined : within.ids;
  const found = await findLaws(db, named, { collectionIds, includeHistorical, ...days });
  const [only] = found.laws;
  if (only === undefined) {
    const { missing } = found;
    const isThere = missing.code === "only_history" && missing.within === undefined;
    const instead = isThere ? await insteadOf(db, held, named, { collectionIds, ...days }) : undefined;
    return { status: "not_found", ...missing, ...(instead !== undefined && { instead }) };
  }
  if (found.laws.length === 1) return read(db, held, only, { ...days, pin: found.pin, etSeq: found.etSeq });
  const listed = found.laws.slice(0, MATCHES_MAX).flatMap((law) => viewIn(law, held, today) ?? []);
  return { status: "ambiguous", matches: listed, total: found.laws.length };
}

/** A line in the place of a text, what temporary acts displace, temporary law that has expired. */
async function insteadOf(
  db: Reader,
  held: HeldCollections,
  named: LawKey,
  scope: Omit<LawScope, "includeHistorical">,
): Promise<string | undefined> {
  const { laws } = await findLaws(db, named, { ...scope, includeHistorical: true });
  const [law] = laws;
  const view = law === undefined ? undefined : viewIn(law, held, scope.today);
  if (law === undefined || view === undefined || law.version.id !== law.chain.versions.at(-1)?.id) return undefined;
  const { caveat, expiresOn = "9999", isTombstone } = law.version;
  const isInstead = caveat === "placeholder" || caveat === "displaced" || expiresOn <= scope.date;
  return isInstead && !isTombstone ? (await currenciesOf(db, [view], scope))[0]?.told : undefined;
}

/** Why a text cannot be such a key. */
export function keyFaults({ by, given }: LawKey): { path: string; message: string }[] {
  if (by === "path") return [...pathFaults(given, "path")];
  if (by !== "id" || kindOfId(given) === "lawVersion") return [];
  return [{ path: "id", message: "this is not the id of a law; searches and look-ups return ids" }];
}

type Days = { readonly date: string; readonly today: string };

/** An id names exactly one version, whatever the day. */
async function byId(
  db: Reader,
  principal: Principal,
  held: HeldCollections,
  id: string,
  days: Days,
): Promise<LawAnswer> {
  const law = await lawById(db, id);
  if (law === undefined) return { status: "not_found", given: id, code: "not_held", usual: [] };
  const view = viewIn(law, held, days.today);
  if (view?.standing.isCurrent !== true && !seesHistory(principal)) requireHistory(principal, "id");
  return read(db, held, law, { ...days, pin: null, etSeq: false });
}

async function read(
  db: Reader,
  held: HeldCollections,
  { version, chain }: FoundLaw,
  { date, today, pin, etSeq }: Days & Pick<LawFound, "pin" | "etSeq">,
): Promise<LawAnswer> {
  const versions = viewsOf(chain, held, today);
  const law = versions.find((view) => view.version.id === version.id);
  const text = (await textsOf(db, [version.id])).get(version.id);
  if (law === undefined || text === undefined) {
    return { status: "not_found", given: version.id, code: "not_held", usual: [] };
  }
  const { collectionId, path, nodeType } = version;
  const { children, total } =
    nodeType === "PARENT" ? await childrenAt(db, { collectionId, path }, date, today) : { children: [], total: 0 };
  const parentId = await parentOf(db, version, date, today);
  const isAnotherDay = date !== today && currentAt(chain.versions, date, today)?.id === version.id;
  const [currency] = await currenciesOf(db, [{ ...law, next: versions[versions.indexOf(law) + 1]?.version }], {
    date,
    today,
  });
  if (currency === undefined) throw new OnpointError("internal", `the currency of ${version.id} is not told`);
  return {
    status: "found",
    law,
    text,
    parentId,
    children,
    childrenTotal: total,
    versions,
    currency,
    asOfTold: asOfTold(currency, version, isAnotherDay ? date : null),
    pin,
    etSeq,
    heldInvalidBy: [],
  };
}

/** What stands above on the day; null at the top, and where nothing stood there. */
async function parentOf(
  db: Reader,
  { collectionId, parentPath }: LawVersion,
  date: string,
  today: string,
): Promise<string | null> {
  if (parentPath === null) return null;
  return (await currentAtPath(db, { collectionId, path: parentPath }, date, today))?.id ?? null;
}
