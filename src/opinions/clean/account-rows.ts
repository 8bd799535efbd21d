import { CHARACTER_KINDS } from "#text/character-kinds.ts";
import type { CharacterKind } from "#text/character-kinds.ts";
import { LEFT_OUT_REASONS } from "./text-account.ts";
import type { KindCounts, LeftOutReason, TextAccount } from "./text-account.ts";

/** What no cleaning may lose: a text that lacks one says something else. */
const NEVER_LOST: readonly CharacterKind[] = ["letters", "digits", "dashes", "quotation marks"];

export function lostOf({ lost }: TextAccount): number {
  return NEVER_LOST.reduce((sum, kind) => sum + (lost[kind] ?? 0), 0);
}

/** Where the characters of one kind went; `kept` and `leftOut` and `lost` are `shown`. */
export type AccountRow = {
  readonly kind: CharacterKind;
  readonly shown: number;
  readonly kept: number;
  readonly mended: number;
  readonly leftOut: number;
  readonly lost: number;
  readonly added: number;
};

/** A row for each kind of which there is any. */
export function rowsByKind(account: TextAccount): AccountRow[] {
  return CHARACTER_KINDS.flatMap((kind) => {
    const { shown, mended, lost, added } = account;
    const of = (counts: KindCounts | undefined): number => counts?.[kind] ?? 0;
    if (of(shown) + of(added) === 0) return [];
    const leftOut = LEFT_OUT_REASONS.reduce((sum, reason) => sum + of(account.leftOut[reason]), 0);
    const kept = of(shown) - leftOut - of(lost);
    return [{ kind, shown: of(shown), kept, mended: of(mended), leftOut, lost: of(lost), added: of(added) }];
  });
}

/** The reasons for which anything was left out, with what. */
export function rowsByReason({ leftOut }: TextAccount): { reason: LeftOutReason; counts: KindCounts }[] {
  return LEFT_OUT_REASONS.flatMap((reason) => {
    const counts = leftOut[reason];
    return counts === undefined ? [] : [{ reason, counts }];
  });
}
