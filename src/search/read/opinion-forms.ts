import { err, ok } from "#base/result.ts";
import { courtsOfLevel } from "#courts/levels.ts";
import { recogniseCourt, respelledAs } from "#courts/courts.ts";
import { withDivisions } from "#search/divisions.ts";
import { conditionsIn } from "#search/conditions/conditions.ts";
import type { DirectReference } from "#search/query/direct.ts";
import { parseAsWords, parseQuery } from "#search/query/parse.ts";
import { isTyped } from "#search/query/plain.ts";
import type { QueryRead } from "#search/query/parse.ts";
import type { ResolveCourt } from "#search/query/reading.ts";
import { collapseSpace } from "#text/typography.ts";

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

function ofOpinions(text: string, parse: typeof parseQuery, asTyped = false): QueryRead {
  const courts = new CourtsOfQuery();
  const options = { resolveCourt: courts.named.bind(courts) };
  const whole = parse(text, options);
  const read = asTyped ? whole : withConditions(text, whole, (rest) => parse(rest, options));
  return read.ok ? ok({ ...read.value, notes: [...read.value.notes, ...courts.notes] }) : read;
}

/**
 * Where words were typed without operators, and name nothing outright, what they say of the decisions that are wanted is
 * told apart from what these are to be about.
 */
function withConditions(text: string, whole: QueryRead, parseRest: (rest: string) => QueryRead): QueryRead {
  if (!whole.ok) return whole;
  const { operators, namesake, cited, direct } = whole.value;
  const namesOutright = namesake !== undefined || cited !== undefined || (direct !== undefined && !isPopular(direct));
  if (operators.length > 0 || namesOutright) return whole;
  const { conditions, rest } = conditionsIn(text) ?? {};
  // The periods and parentheses of a court's abbreviation are no sign of print.
  if (conditions === undefined || rest === undefined || !isTyped(rest)) return whole;
  const read = rest === text ? whole : parseRest(rest);
  if (!read.ok || read.value.operators.length > 0) return whole;
  // `Ohio Valley Packing` names a state and may be a party all the same.
  const { party: _ofTheRest, ...others } = read.value;
  const { party } = whole.value;
  return ok({ ...others, conditions, topic: collapseSpace(rest), ...(party !== undefined && { party }) });
}

function isPopular(direct: DirectReference): boolean {
  return direct.kind === "citation" && direct.popular !== undefined;
}

/** The ways in which a query of opinions is read. */
export const OPINION_FORMS = {
  opinions: (text: string) => ofOpinions(text, parseQuery),
  "opinions as words": (text: string) => ofOpinions(text, parseAsWords),
  "opinions as typed": (text: string) => ofOpinions(text, parseQuery, true),
  "opinions as words as typed": (text: string) => ofOpinions(text, parseAsWords, true),
} as const;

export type OpinionForm = keyof typeof OPINION_FORMS;
