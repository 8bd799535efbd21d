import { CHARACTER_KINDS } from "#text/character-kinds.ts";
import type { CharacterKind } from "#text/character-kinds.ts";
import { LEFT_OUT_REASONS } from "#opinions/clean/text-account.ts";
import type { KindCounts, TextAccount } from "#opinions/clean/text-account.ts";
import { count, table } from "./terminal.ts";
import type { Screen } from "./terminal.ts";

/** What no cleaning may lose: a text that lacks one says something else. */
const NEVER_LOST: readonly CharacterKind[] = ["letters", "digits", "dashes", "quotation marks"];

export function lostOf({ lost }: TextAccount): number {
  return NEVER_LOST.reduce((sum, kind) => sum + (lost[kind] ?? 0), 0);
}

/** Where the characters of a source went, as two tables: by kind, and by the reason for which some were left out. */
export function accountText(account: TextAccount, screen: Screen = process.stdout): string {
  const kinds = CHARACTER_KINDS.filter((kind) => (account.shown[kind] ?? 0) + (account.added[kind] ?? 0) > 0);
  const byKind = kinds.map((kind) => {
    const shown = account.shown[kind] ?? 0;
    const lost = account.lost[kind] ?? 0;
    const leftOut = LEFT_OUT_REASONS.reduce((sum, reason) => sum + (account.leftOut[reason]?.[kind] ?? 0), 0);
    const added = account.added[kind] ?? 0;
    return [kind, ...[shown, shown - leftOut - lost, account.mended[kind] ?? 0, leftOut, lost, added].map(count)];
  });
  const byReason = LEFT_OUT_REASONS.flatMap((reason) => {
    const counts = account.leftOut[reason];
    return counts === undefined ? [] : [[reason, countsText(counts)]];
  });
  const tables = [table(["characters", "shown", "kept", "mended", "left out", "lost", "added"], byKind, screen)];
  if (byReason.length > 0) tables.push(table(["left out as", "characters"], byReason, screen));
  return tables.join("\n\n");
}

export function countsText(counts: KindCounts): string {
  return CHARACTER_KINDS.flatMap((kind) => (counts[kind] === undefined ? [] : [`${count(counts[kind])} ${kind}`])).join(
    ", ",
  );
}
