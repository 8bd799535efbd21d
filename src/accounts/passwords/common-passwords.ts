import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * Guesses, as a power of ten, below which a password is refused: a thousandth of what twelve letters at random take.
 * Above it stands what nobody's list leads to.
 */
const GUESSES_LOG10_MIN = 8.5;
/** Looking for words in a longer text takes long; each stretch is looked at by itself, and one good one is enough. */
const STRETCH_CHARS = 64;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Whether a password is one that guessers try early: among the 49,000 most used, or made of them with digits, years,
 * signs and other letters in their place, or along the keyboard.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load();
  const guesser = await loading;
  const once = withoutRepetition(password);
  for (let at = 0; at < once.length; at += STRETCH_CHARS) {
    const stretch = once.slice(Math.max(0, Math.min(at, once.length - STRETCH_CHARS)), at + STRETCH_CHARS);
    if (guesser.check(stretch).guessesLog10 >= GUESSES_LOG10_MIN) return false;
  }
  return true;
}

/** The one part of which a text is a repetition, or the text itself. */
function withoutRepetition(text: string): string {
  for (let part = 1; part <= text.length / 2; part++) {
    if (text.slice(part) === text.slice(0, -part)) return text.slice(0, part);
  }
  return text;
}

/** A twentieth of a second, once, for the first who sets a password. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new Factory({ dictionary: { passwords: dictionary["passwords-common"] }, graphs: adjacencyGraphs });
}
