import { OnpointError } from "#base/errors.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import { readTypedLaw, TYPED_LAW_CHARS_MAX } from "#citations/laws/typed-law.ts";
import type { TypedLaw } from "#citations/laws/typed-law.ts";
import type { Reader } from "#db/connection.ts";
import { currentAt, startOf } from "#laws/currency.ts";
import type { LawChain, LawVersion } from "#laws/model.ts";
import { isInRange } from "#laws/number-ranges.ts";
import {
  isAnyUnder,
  tombstonesUnder,
  chainsOf,
  nodesAtPath,
  nodesByCitationKey,
  nodesByRegisterKey,
  nodesOfVersions,
} from "#laws/store/read.ts";

/** What a law is looked up by. */
export type LawKey = { readonly by: "citation" | "registerCitation" | "path" | "id"; readonly given: string };

export type LawScope = {
  /** Undefined: all of them. */
  readonly collectionIds: readonly string[] | undefined;
  readonly includeHistorical: boolean;
  readonly date: string;
  readonly today: string;
};

/** Why nothing was found; `only_history`: what is held is superseded, repealed or not yet law. */
export type NotFound = {
  readonly given: string;
  readonly code: "not_held" | "only_history";
  /** Citations that are held, and that the one asked for may be meant as. */
  readonly usual: readonly string[];
  /** What stands there in place of law, in words, where nothing followed it and nothing repealed it. */
  readonly instead?: string;
  /** The title or code that the citation is of, where no provision of it is held: `42 U.S.C.` */
  readonly noneOf?: string;
  /** The entry of a run of numbers, that asked for among them, which are repealed, omitted or reserved. */
  readonly within?: { readonly citation: string; readonly title: string | null };
};

/** A version with the chain it was found in. */
export type FoundLaw = { readonly version: LawVersion; readonly chain: LawChain };

export type FoundLaws = {
  /** One for each provision that bears the key. */
  readonly laws: readonly FoundLaw[];
  readonly pin: string | null;
  readonly etSeq: boolean;
  readonly missing: NotFound;
};

/** @throws OnpointError `invalid_input` for a citation of several provisions that is none of one */
export async function findLaws(db: Reader, named: LawKey, scope: LawScope): Promise<FoundLaws> {
  const { by, given } = named;
  if (by === "path") {
    const chains = await chainsOf(db, await nodesAtPath(db, given, scope.collectionIds));
    const laws = resolve(chains, ({ path }) => path === given, scope);
    return { laws, pin: null, etSeq: false, missing: missing(given, chains.length > 0) };
  }
  const typed = readTypedLaw(given);
  let isKnown = false;
  for (const { key, pin } of typed.attempts) {
    const chains = await bearing(db, named, key, scope);
    const laws = resolve(chains, (version) => keyOf(version, by) === key, scope);
    if (laws.length > 0) return { laws, pin, etSeq: typed.etSeq, missing: missing(given, true) };
    // What is held under the whole citation is meant, in force or not: `§ 1-101(Perm)` is not `§ 1-101` with a pin.
    isKnown = chains.length > 0;
    if (isKnown) break;
  }
  const entry = isKnown ? undefined : await entryOfRange(db, named, scope);
  if (entry !== undefined) {
    const { citation, number, title } = entry.version;
    const laws = scope.includeHistorical ? [entry] : [];
    return {
      laws,
      pin: null,
      etSeq: false,
      missing: { ...missing(given, true), within: { citation: citation ?? number ?? given, title } },
    };
  }
  if (!isKnown) refuseSeveral(named, typed);
  const usual = isKnown ? [] : await heldAmong(db, named, typed.usual, scope);
  const noneOf = isKnown || usual.length > 0 ? undefined : await codeWithoutLaws(db, named);
  const told = { ...missing(given, isKnown), usual, ...(noneOf === undefined ? {} : { noneOf }) };
  return { laws: [], pin: null, etSeq: false, missing: told };
}

/** `42 U.S.C.` of `42 U.S.C. § 1983`, `Cal. Civ. Code` of `Cal. Civ. Code § 1714`; without a number of its own none. */
async function codeWithoutLaws(db: Reader, { by, given }: LawKey): Promise<string | undefined> {
  if (by !== "citation" || given.length > TYPED_LAW_CHARS_MAX) return undefined;
  const code = CODE.exec(given.trim())?.groups?.["code"]?.trim();
  if (code === undefined) return undefined;
  const stem = lawKey(code);
  return stem === "" || (await isAnyUnder(db, stem)) ? undefined : code;
}

/** What stands before a section's sign. */
const CODE = /^(?<code>[^§]{2,60}?)\s*§/u;

const NUMBER = /\p{L}{0,3}\d[\p{L}\d.:\u2010-\u2015-]*$/u;

/** `§ 4-42` where the code prints `§§ 4-40 to 4-44. Omitted`. */
async function entryOfRange(db: Reader, { by, given }: LawKey, scope: LawScope): Promise<FoundLaw | undefined> {
  if (given.length > TYPED_LAW_CHARS_MAX) return undefined;
  const text = given.trim().replace(/(?:\s?\([\p{L}\p{N}]{1,5}\)){1,6}$|(?<![\s.,;])[\s.,;]+$/u, "");
  const number = NUMBER.exec(text);
  const stem = number === null ? "" : lawKey(text.slice(0, number.index));
  if (by !== "citation" || number === null || stem === "") return undefined;
  const entries = await tombstonesUnder(db, stem, scope.collectionIds);
  const entry = entries.findLast((version) => isInRange(version.number ?? "", number[0]));
  if (entry === undefined) return undefined;
  const [chain] = await chainsOf(db, [entry.nodeId]);
  return chain === undefined ? undefined : { version: entry, chain };
}

/** The version with this id. */
export async function lawById(db: Reader, id: string): Promise<FoundLaw | undefined> {
  const [chain] = await chainsOf(db, await nodesOfVersions(db, [id.toLowerCase()]));
  const version = chain?.versions.find((one) => one.id === id.toLowerCase());
  return chain === undefined || version === undefined ? undefined : { version, chain };
}

function missing(given: string, isKnown: boolean): NotFound {
  return { given, code: isKnown ? "only_history" : "not_held", usual: [] };
}

async function bearing(db: Reader, { by }: LawKey, key: string, { collectionIds }: LawScope): Promise<LawChain[]> {
  const nodes = by === "registerCitation" ? nodesByRegisterKey : nodesByCitationKey;
  return chainsOf(db, await nodes(db, key, collectionIds));
}

function keyOf({ citation, registerCitation }: LawVersion, by: LawKey["by"]): string {
  return lawKey((by === "registerCitation" ? registerCitation : citation) ?? "");
}

/**
 * Of each chain the version that is law on the day, where it bears the key. If there is none at all and history is
 * asked for, the last that has borne it before the day and had words of its own; else the first that will.
 */
function resolve(
  chains: readonly LawChain[],
  bears: (version: LawVersion) => boolean,
  { date, today, includeHistorical }: LawScope,
): readonly FoundLaw[] {
  const current = chains.flatMap((chain) => {
    const version = currentAt(chain.versions, date, today);
    return version !== undefined && bears(version) ? [{ version, chain }] : [];
  });
  if (current.length > 0 || !includeHistorical) return current;
  return chains.flatMap((chain) => {
    const bearers = chain.versions.filter(bears);
    const begun = bearers.filter((version) => startOf(version) <= date);
    const version = begun.findLast(({ isTombstone }) => !isTombstone) ?? begun.at(-1) ?? bearers[0];
    return version === undefined ? [] : [{ version, chain }];
  });
}

function refuseSeveral({ by, given }: LawKey, { several }: TypedLaw): void {
  if (several.length < 2) return;
  const message = `${given} names several provisions; ask for one at a time: ${several.slice(0, SEVERAL_MAX).join("; ")}`;
  throw new OnpointError("invalid_input", message, {
    faults: [{ path: by, message, reason: { code: "several_provisions", given, named: several } }],
  });
}

const SEVERAL_MAX = 5;

async function heldAmong(
  db: Reader,
  named: LawKey,
  usual: readonly string[],
  scope: LawScope,
): Promise<readonly string[]> {
  const held: string[] = [];
  for (const citation of usual) {
    if ((await bearing(db, named, lawKey(citation), scope)).length > 0) held.push(citation);
  }
  return held;
}
