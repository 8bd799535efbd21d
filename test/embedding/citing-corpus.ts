import { SeededRandom } from "#embedding/corpus/random.ts";
import type { CitingText, TrainingPassage, TrainingText } from "#embedding/corpus/training-text.ts";

const THEMES = 24;
const WORDS_PER_THEME = 30;

/**
 * An invented corpus in which citing opinions use other words than those they cite: `decisions` decisions, each on one
 * of 24 themes; what is said of a theme when it is cited shares no word with what is said on it. Citations alone tell
 * which belong together.
 */
export function citingCorpus(
  decisions: number,
  passagesEach = 10,
): {
  readonly text: TrainingText;
  /** Words as a citing opinion would use them, by theme. */
  readonly citingWords: (theme: number, random: SeededRandom) => string;
  readonly ownWords: (theme: number, random: SeededRandom) => string;
  readonly themes: number;
} {
  const passages: TrainingPassage[] = [];
  const citing: CitingText[] = [];
  const random = new SeededRandom(11);
  for (let decision = 0; decision < decisions; decision++) {
    const theme = decision % THEMES;
    for (let at = 0; at < passagesEach; at++) {
      passages.push({ decision: `d${decision}`, text: said("own", theme, random) });
    }
    for (let at = 0; at < 3; at++) {
      const other = theme + THEMES * random.below(Math.floor(decisions / THEMES));
      if (other !== decision)
        citing.push({ citing: `d${decision}`, cited: `d${other}`, text: said("cited", theme, random) });
    }
  }
  return {
    text: { passages: inBatches(passages), citing: inBatches(citing) },
    citingWords: (theme, by) => said("cited", theme, by),
    ownWords: (theme, by) => said("own", theme, by),
    themes: THEMES,
  };
}

function said(kind: string, theme: number, random: SeededRandom): string {
  return Array.from({ length: 24 }, () => {
    // Every fourth word is one that all have.
    if (random.next() < 0.25) return `plain${letters(random.below(40))}`;
    return `${kind}${letters(theme)}${letters(random.below(WORDS_PER_THEME))}`;
  }).join(" ");
}

/** A number as letters, which a stem leaves as they are. */
function letters(number: number): string {
  return `${"bcdfghjklm"[Math.floor(number / 10)] ?? ""}${"npqrtvwxzk"[number % 10] ?? ""}q`;
}

async function* inBatches<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < items.length; at += 100) yield items.slice(at, at + 100);
}
