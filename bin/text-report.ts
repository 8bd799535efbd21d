import { rowsByKind, rowsByReason } from "#opinions/clean/account-rows.ts";
import type { KindCounts, TextAccount } from "#opinions/clean/text-account.ts";
import { count, table } from "./terminal.ts";
import type { Screen } from "./terminal.ts";

/** Where the characters of a source went, as two tables: by kind, and by the reason for which some were left out. */
export function accountText(account: TextAccount, screen: Screen = process.stdout): string {
  const byKind = rowsByKind(account).map(({ kind, shown, kept, mended, leftOut, lost, added }) => [
    kind,
    ...[shown, kept, mended, leftOut, lost, added].map(count),
  ]);
  const byReason = rowsByReason(account).map(({ reason, counts }) => [reason, countsText(counts)]);
  const tables = [table(["characters", "shown", "kept", "mended", "left out", "lost", "added"], byKind, screen)];
  if (byReason.length > 0) tables.push(table(["left out as", "characters"], byReason, screen));
  return tables.join("\n\n");
}

export function countsText(counts: KindCounts): string {
  return Object.entries(counts)
    .map(([kind, number]) => `${count(number)} ${kind}`)
    .join(", ");
}
