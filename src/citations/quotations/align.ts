import { isMisread } from "../same-word.ts";
import type { QuotePart, TextWord } from "./quote-words.ts";

/** Words of the quotation beside words of the text, from the one index to the other, ends not included. */
export type Step = {
  readonly kind: "same" | "changed" | "added" | "omitted" | "passed";
  readonly quote: readonly [number, number];
  readonly text: readonly [number, number];
};

const CHANGED = 3;
const ONE_SIDED = 2;
const MISREAD = 1;

/**
 * The cheapest way to lay a quotation over a text that may begin and end anywhere. `added` words stand in the quotation
 * alone, `omitted` ones in the text alone; `passed` are those that an ellipsis or brackets stand for. Two words of one
 * side may be one of the other (a hyphen at a line's end). Words of the text that are aside may be left out freely.
 */
export function align(
  quote: readonly QuotePart[],
  text: readonly TextWord[],
  isAside: (column: number) => boolean = () => false,
): Step[] {
  const columns = text.length + 1;
  const cost = new Uint16Array((quote.length + 1) * columns);
  const move = new Uint8Array((quote.length + 1) * columns);
  for (let row = 1; row <= quote.length; row += 1) {
    const part = quote[row - 1];
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const above = at - columns;
      let best = (cost[above] ?? 0) + (part?.kind === "gap" ? 0 : ONE_SIDED);
      let way: number = MOVE.down;
      const consider = (price: number, how: number): void => {
        if (price >= best) return;
        best = price;
        way = how;
      };
      if (column > 0) {
        consider((cost[at - 1] ?? 0) + (part?.kind === "gap" || isAside(column - 1) ? 0 : ONE_SIDED), MOVE.right);
        if (part?.kind === "word") {
          const word = text[column - 1]?.word ?? "";
          consider((cost[above - 1] ?? 0) + difference(part, word), MOVE.diagonal);
          const before = text[column - 2]?.word;
          if (column > 1 && before !== undefined && before + word === part.word)
            consider(cost[above - 2] ?? 0, MOVE.twoTextWords);
          const earlier = quote[row - 2];
          if (earlier?.kind === "word" && earlier.word + part.word === word)
            consider(cost[above - columns - 1] ?? 0, MOVE.twoQuoteWords);
        }
      }
      cost[at] = best;
      move[at] = way;
    }
  }
  return stepsOf(quote, text, cost, move);
}

const MOVE = { down: 0, right: 1, diagonal: 2, twoTextWords: 3, twoQuoteWords: 4 } as const;

function difference(part: QuotePart & { kind: "word" }, word: string): number {
  if (part.word === word) return 0;
  if (part.isStem && word.startsWith(part.word.slice(0, Math.max(3, part.word.length - 1)))) return 0;
  return isMisread(part.word, word) ? MISREAD : CHANGED;
}

function stepsOf(quote: readonly QuotePart[], text: readonly TextWord[], cost: Uint16Array, move: Uint8Array): Step[] {
  const columns = text.length + 1;
  let row = quote.length;
  let column = 0;
  for (let end = 0; end < columns; end += 1)
    if ((cost[row * columns + end] ?? 0) < (cost[row * columns + column] ?? 0)) column = end;
  const steps: Step[] = [];
  while (row > 0) {
    const [kind, parts, words] = lastStep(quote[row - 1], text[column - 1], move[row * columns + column]);
    steps.push({ kind, quote: [row - parts, row], text: [column - words, column] });
    row -= parts;
    column -= words;
  }
  return steps.toReversed();
}

/** Its kind, and how many words of the quotation and of the text it takes. */
function lastStep(
  part: QuotePart | undefined,
  word: TextWord | undefined,
  way: number = MOVE.down,
): readonly [Step["kind"], number, number] {
  const isGap = part?.kind === "gap";
  switch (way) {
    case MOVE.diagonal:
      return [part?.kind === "word" && difference(part, word?.word ?? "") < CHANGED ? "same" : "changed", 1, 1];
    case MOVE.twoTextWords:
      return ["same", 1, 2];
    case MOVE.twoQuoteWords:
      return ["same", 2, 1];
    case MOVE.right:
      return [isGap ? "passed" : "omitted", 0, 1];
    default:
      return [isGap ? "passed" : "added", 1, 0];
  }
}
