import { normalForm } from "#text/normal-form.ts";
import type { NormalForm } from "#text/normal-form.ts";
import { furnitureIn, gapsOf } from "#text/furniture/furniture.ts";
import type { Citation, ExtractOptions, Span } from "./model.ts";

type Extract = (text: string, options: ExtractOptions) => Citation[];

/**
 * Reads citations in a text without the furniture of its pages, whose words are whole (a line's end in `F. Sup-` / `p.`, a soft hyphen, a ligature), and
 * gives every span and `text` as the text that was given has them.
 */
export function inNormalForm(given: string, options: ExtractOptions, extract: Extract): Citation[] {
  const gaps = gapsOf(given, furnitureIn(given));
  const form = normalForm(given, gaps);
  if (form.text === given) return extract(given, options);
  const emphasis = options.emphasis?.map(form.spanIn);
  const heldUnder = options.heldUnder?.map(form.spanIn);
  const found = extract(form.text, {
    ...options,
    ...(emphasis === undefined ? {} : { emphasis }),
    ...(heldUnder === undefined ? {} : { heldUnder }),
  });
  return found.map((citation) => {
    const placed = placedIn(citation, form) as Citation;
    const { start, end } = placed.span;
    // Across pages the words are those of the running text: what stands between them there is no part of it.
    const isAcross = gaps.some((gap) => start < gap.end && gap.start < end);
    const text = isAcross ? form.text.slice(citation.span.start, citation.span.end) : given.slice(start, end);
    return { ...placed, text };
  });
}

/** The same value with every span in it put where the given text has it. */
function placedIn(value: unknown, form: NormalForm): unknown {
  if (Array.isArray(value)) return value.map((one) => placedIn(one, form));
  if (typeof value !== "object" || value === null) return value;
  if (isSpan(value)) return form.spanOf(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, placedIn(member, form)]));
}

function isSpan(value: object): value is Span {
  const keys = Object.keys(value);
  return keys.length === 2 && "start" in value && "end" in value;
}
