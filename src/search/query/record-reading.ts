import { err, ok } from "#base/result.ts";
import { samePage } from "#citations/nominative.ts";
import type { QueryNode } from "#index/tree.ts";
import { foldTypography } from "#text/typography.ts";
import type { DirectReference, NamedReference } from "./direct.ts";
import { emptyFault } from "./fault.ts";
import { anyOf } from "./normalise.ts";
import { plainReading } from "./plain-reading.ts";
import type { Read } from "./reading.ts";
import { readWords, wordOrPhrase } from "./words.ts";

/** A record and, typed before it, the name of its case: the opinions that bear the name stand beside the record. */
export function recordReading(text: string, { reference, name }: NamedReference): Read {
  const at = { start: 0, end: text.length };
  const guessed = reference.kind !== "pin" && reference.guessed === true;
  const asTyped = guessed ? plainReading(text) : name === undefined ? undefined : plainReading(name);
  const operators = /^\s*"/u.test(foldTypography(text)) ? ['""'] : [];
  const topic = guessed ? {} : { topic: name ?? "" };
  if (asTyped?.ok === true && reference.kind !== "pin") {
    return ok({ ...asTyped.value, ...topic, operators, direct: reference });
  }
  const spellings = spellingsIn(reference).flatMap((spelling): QueryNode[] => {
    const words = readWords(spelling, at, { exact: true, root: false });
    return typeof words === "string" ? [] : [wordOrPhrase(words, at)];
  });
  if (spellings.length === 0) return err([emptyFault(text)]);
  const named = asTyped?.ok === true ? [asTyped.value.tree] : [];
  return ok({ tree: anyOf([...spellings, ...named], at), operators, notes: [], direct: reference, ...topic });
}

function spellingsIn(reference: DirectReference): readonly string[] {
  if (reference.kind === "docket") return [reference.docket];
  if (reference.kind === "pin") return [reference.pin];
  const typed = [reference.citation, ...(reference.parallel ?? [])];
  return [...new Set(typed.flatMap((citation) => [citation, ...samePage(citation)]))];
}
