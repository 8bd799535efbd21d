import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import { courtsOfLevel } from "#courts/levels.ts";
import { recogniseCourt, respelledAs } from "#courts/courts.ts";
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
class CourtsOfQuery {
  /** Names that were read as spelled otherwise. */
  readonly notes = new Set<string>();

  named(text: string): ReturnType<ResolveCourt> {
    const ofLevel = courtsOfLevel(text);
    if (ofLevel !== undefined) return ok(ofLevel);
    const found = recogniseCourt(text);
    if (!found.ok) return err(found.candidates.map((court) => court.id));
    const respelled = respelledAs(found);
    if (respelled !== undefined) this.notes.add(respelled);
    return ok(withDivisions(found.courts.map((court) => court.id)));
  }
}

function ofOpinions(text: string, parse: typeof parseQuery): QueryRead {
  const courts = new CourtsOfQuery();
  const read = parse(text, { resolveCourt: (name) => courts.named(name) });
  return read.ok ? ok({ ...read.value, notes: [...read.value.notes, ...courts.notes] }) : read;
}

/** Filters name courts, not queries: whatever is named, the query is refused for asking at all, not for the name. */
const anyCourt: ResolveCourt = (name) => ok([name]);

const FORMS: Readonly<Record<QueryForm, (text: string) => QueryRead>> = {
  opinions: (text) => ofOpinions(text, parseQuery),
  "opinions as words": (text) => ofOpinions(text, parseAsWords),
  laws: (text) => parseQuery(text, { resolveCourt: anyCourt, read: readLawQuery }),
  filings: (text) => parseQuery(text, { resolveCourt: anyCourt, read: readFilingQuery }),
};

export function readQueryAs(form: QueryForm, text: string): QueryRead {
  return FORMS[form](text);
}
