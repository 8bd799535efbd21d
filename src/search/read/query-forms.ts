import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import { courtsOfLevel } from "#courts/levels.ts";
import { resolveCourt as resolveCourtName } from "#courts/courts.ts";
import { withDivisions } from "#search/divisions.ts";
import type { QueryFault } from "#search/query/fault.ts";
import { readFilingQuery } from "#search/query/filing-query.ts";
import { readLawQuery } from "#search/query/law-query.ts";
import { parseAsWords, parseQuery } from "#search/query/parse.ts";
import type { Reading, ResolveCourt } from "#search/query/reading.ts";

/** The ways in which a query is read, by name, which goes to another thread as no function does. */
export type QueryForm = "opinions" | "opinions as words" | "laws" | "filings";

export type QueryRead = Result<Reading, readonly QueryFault[]>;

/** A word for a level stands for all its courts, and a court for its divisions too: `court:calctapp` finds what each district decided. */
const resolveCourt: ResolveCourt = (text) => {
  const ofLevel = courtsOfLevel(text);
  if (ofLevel !== undefined) return ok(ofLevel);
  const resolved = resolveCourtName(text);
  if (!resolved.ok) return err(resolved.error.suggestions.map((court) => court.id));
  return ok(withDivisions(resolved.value.map((court) => court.id)));
};

/** Filters name courts, not queries: whatever is named, the query is refused for asking at all, not for the name. */
const anyCourt: ResolveCourt = (name) => ok([name]);

const FORMS: Readonly<Record<QueryForm, (text: string) => QueryRead>> = {
  opinions: (text) => parseQuery(text, { resolveCourt }),
  "opinions as words": (text) => parseAsWords(text, { resolveCourt }),
  laws: (text) => parseQuery(text, { resolveCourt: anyCourt, read: readLawQuery }),
  filings: (text) => parseQuery(text, { resolveCourt: anyCourt, read: readFilingQuery }),
};

export function readQueryAs(form: QueryForm, text: string): QueryRead {
  return FORMS[form](text);
}
