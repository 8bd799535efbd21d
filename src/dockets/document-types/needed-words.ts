/**
 * What a pattern cannot match without: one of these at least stands in every text it matches, in small letters. Null
 * where that cannot be told. Reads what the table of forms uses of regular expressions; anything else is taken for
 * something that may be any text.
 */
export function neededBy(pattern: string): readonly string[] | null {
  return choiceAt({ pattern, at: 0 });
}

type Place = { readonly pattern: string; at: number };
type Needed = readonly string[] | null;

/** Alternatives up to the end of their group: each of them must need something. */
function choiceAt(place: Place): Needed {
  const needed: Needed[] = [sequenceAt(place)];
  while (place.pattern[place.at] === "|") {
    place.at += 1;
    needed.push(sequenceAt(place));
  }
  return needed.every((one) => one !== null) ? needed.flat() : null;
}

/** Of what stands in a row, that which tells most. */
function sequenceAt(place: Place): Needed {
  let best: Needed = null;
  let letters = "";
  const end = (): void => {
    if (letters !== "") best = better(best, [letters]);
    letters = "";
  };
  while (place.at < place.pattern.length && !/[|)]/u.test(place.pattern[place.at] ?? "")) {
    const atom = atomAt(place);
    const { isOptional, isRepeated } = quantifierAt(place);
    if (typeof atom !== "string" || isOptional) end();
    if (isOptional) continue;
    if (typeof atom === "string") letters += atom;
    else best = better(best, atom);
    if (isRepeated) end();
  }
  end();
  return best;
}

function better(left: Needed, right: Needed): Needed {
  if (left === null || right === null) return left ?? right;
  return shortest(right) > shortest(left) ? right : left;
}

function shortest(words: readonly string[]): number {
  return Math.min(...words.map(({ length }) => length));
}

/** A letter, what a group needs, or null for what may be any text. */
function atomAt(place: Place): string | Needed {
  const rest = place.pattern.slice(place.at);
  const group = /^\((?:\?[:=!]|\?<[=!])?/u.exec(rest)?.[0];
  if (group !== undefined) {
    place.at += group.length;
    const needed = choiceAt(place);
    place.at += 1;
    return group === "(" || group === "(?:" ? needed : null;
  }
  const whole = /^(?:\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|.)/u.exec(rest)?.[0] ?? "";
  place.at += Math.max(1, whole.length);
  return /^[a-z -]$/u.test(whole) ? whole : null;
}

function quantifierAt(place: Place): { readonly isOptional: boolean; readonly isRepeated: boolean } {
  const [whole, sign, least] = /^(?:([?*+])|\{(\d+)(?!\d)[^}]*\})\??/u.exec(place.pattern.slice(place.at)) ?? [""];
  place.at += whole.length;
  return { isOptional: sign === "?" || sign === "*" || least === "0", isRepeated: whole !== "" };
}
