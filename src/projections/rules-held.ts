import { readingsByOtherRules, standingsByOtherRules } from "#citator/by-other-rules.ts";
import { RULES_OF_KEYS } from "#cases/rekey.ts";
import { RULES_OF_MATTERS } from "#cases/regroup.ts";
import type { ByOtherRules } from "#db/by-rules.ts";
import type { Reader } from "#db/connection.ts";
import { projectionPosition, projectionPositions, saveProjectionPosition } from "#db/outbox.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import type { DerivationName } from "#derivations/derivations.ts";
import { docketIdsAfter } from "#dockets/store/read.ts";
import { RULES_OF_FOLDS } from "#dockets/store/refold-all.ts";
import { workIdsAfter } from "#opinions/store/copies.ts";
import { RULES_OF_WORKS } from "#opinions/store/regroup.ts";
import { headsByOtherRules } from "#opinions/store/reread.ts";
import { collections } from "./collections.ts";
import { rulesNames } from "./index-rules.ts";

/** How much of a row of the table of derivations stands by other rules than the program's. */
export type RulesHeld = ByOtherRules & {
  readonly name: DerivationName;
  /** The number of the program's rules. */
  readonly today: number;
  /** One number stands for all of it, so that `older` or `newer` is 1. */
  readonly isOne: boolean;
};

/** What has one number for all of it, and where among the projections that stands. */
const OF_ALL = {
  docket_keys: RULES_OF_KEYS,
  dockets: RULES_OF_FOLDS,
  matters: RULES_OF_MATTERS,
  works: RULES_OF_WORKS,
} as const satisfies Partial<Record<DerivationName, string>>;

/**
 * By which rules stored data stands. Nothing is told of cleaned texts, which `doctor` counts by source, and of vectors,
 * which fall behind the records when they are to be made again.
 */
export async function rulesHeld(db: Reader): Promise<readonly RulesHeld[]> {
  const positions = await projectionPositions(db);
  const isEmpty = await holdsNothing(db);
  const ofAll = entriesOf(OF_ALL).map(([name, projection]): RulesHeld => {
    const { number } = DERIVATIONS[name];
    return one(name, isEmpty ? number : (positions.get(projection) ?? 0));
  });
  const ofIndexes = collections().flatMap(({ derivation: name, projection }): RulesHeld[] => {
    if (name === undefined) return [];
    const names = rulesNames(projection);
    const isBegun = (positions.get(projection) ?? 0) > 0 || positions.has(names.documents);
    return isBegun ? [one(name, positions.get(names.documents) ?? 0)] : [];
  });
  return [
    counted("heads", await headsByOtherRules(db, DERIVATIONS.heads.number)),
    ...ofAll,
    counted("treatments", await readingsByOtherRules(db, DERIVATIONS.treatments.number)),
    counted("standings", await standingsByOtherRules(db, DERIVATIONS.standings.number)),
    ...ofIndexes,
  ];
}

/** What is put into a store that holds nothing follows this program's rules from the beginning. */
export async function noteRulesOfEmptyStore(db: Reader): Promise<void> {
  if (!(await holdsNothing(db))) return;
  for (const [name, projection] of entriesOf(OF_ALL)) {
    const { number } = DERIVATIONS[name];
    if ((await projectionPosition(db, projection)) < number) await saveProjectionPosition(db, projection, number);
  }
}

async function holdsNothing(db: Reader): Promise<boolean> {
  return (await workIdsAfter(db, "", 1)).length === 0 && (await docketIdsAfter(db, "", 1)).length === 0;
}

function one(name: DerivationName, made: number): RulesHeld {
  const today = DERIVATIONS[name].number;
  return { name, today, isOne: true, older: made < today ? 1 : 0, newer: made > today ? 1 : 0 };
}

function counted(name: DerivationName, others: ByOtherRules): RulesHeld {
  return { name, today: DERIVATIONS[name].number, isOne: false, ...others };
}

export function followsToday({ older, newer }: ByOtherRules): boolean {
  return older === 0 && newer === 0;
}

/** In words, for the person who looks after the service. */
export function rulesInWords({ name, today, isOne, older, newer }: RulesHeld): string {
  const { called } = DERIVATIONS[name];
  const some = (count: number): string => (isOne ? called : `${count.toLocaleString("en-US")} ${called}`);
  const parts: string[] = [];
  if (older > 0)
    parts.push(
      `${some(older)} made by older rules than this version's (${today}); a running server rebuilds them automatically`,
    );
  if (newer > 0)
    parts.push(
      `${some(newer)} made by newer rules than this version's (${today}), so a newer version wrote them; they are kept until that version runs again`,
    );
  return parts.length === 0 ? `${called} made by this version's rules (${today})` : parts.join("; ");
}

function entriesOf<Key extends string, Value>(
  record: Readonly<Record<Key, Value>>,
): readonly (readonly [Key, Value])[] {
  return Object.entries(record) as [Key, Value][];
}
