import { collapseSpace } from "#text/typography.ts";
import type { Analysis } from "../analyst.ts";
import type { EntryWithDocuments } from "./model.ts";
import { lineOf, shortened } from "./sheet.ts";

/** How entries bear on each thing that is asked, by their ids. */
type Borne = {
  readonly entries: readonly EntryWithDocuments[];
  readonly bearings: ReadonlyMap<string, readonly number[]>;
};

/** The entry that bears most on the thing that is asked at that place. */
export function bestEntry(at: number, { entries, bearings }: Borne) {
  let [best, most] = [undefined as EntryWithDocuments | undefined, Number.NEGATIVE_INFINITY];
  for (const entry of entries) {
    const value = bearings.get(entry.id)?.[at] ?? Number.NEGATIVE_INFINITY;
    if (value > most) [best, most] = [entry, value];
  }
  return best;
}

/**
 * The line that bears most on one thing that is asked, as it is quoted: of a long one the words that the reader quotes,
 * behind its day and number. Where a fact of the docket bears more, that is quoted.
 */
export function excerptOf(
  at: number,
  asked: Borne,
  { propositions }: Pick<Analysis, "propositions">,
): string | undefined {
  const entry = bestEntry(at, asked);
  if (entry === undefined) return propositions[0] && `“${collapseSpace(propositions[0].quote.text)}”`;
  const line = lineOf(entry);
  const quoted = propositions.find(({ quote }) => quote.partId === entry.id)?.quote.text;
  if (quoted === undefined || shortened(line) === line) return `“${shortened(line)}”`;
  const words = collapseSpace(quoted);
  const begins = line.startsWith(quoted.slice(0, 10))
    ? ""
    : `${lineOf({ ...entry, description: "…", shortDescription: null })} `;
  return `“${begins}${words}${words.endsWith(".") ? "" : " …"}”`;
}
