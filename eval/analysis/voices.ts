import { tokenize } from "#text/tokenize.ts";

/** Who speaks in a stretch of a combined text, as the copies of its single opinions held beside it tell. */
export type Voice = "court" | "concurrence" | "dissent" | "both";
export type VoiceRun = { readonly start: number; readonly end: number; readonly voice: Voice };

/** An opinion of a decision as it is held. */
export type HeldOpinion = { readonly type: string; readonly text: string };

const VOICES: Readonly<Record<string, Voice>> = {
  lead: "court",
  concurrence: "concurrence",
  dissent: "dissent",
  concurrence_in_part: "both",
};
/** Words in a row by which a stretch of the combined text is known again in a copy. */
const WORDS = 5;
/** Words that scans spell otherwise may stand between two stretches of one voice. */
const GAP_WORDS_MAX = 60;
/** A shorter run is a quotation that several opinions share. */
const RUN_WORDS_MIN = 15;

/** The stretches of a combined text whose words stand in copies of one voice alone; what is between is nobody's. */
export function voiceRuns(combined: string, copies: readonly HeldOpinion[]): VoiceRun[] {
  const known = new Map<string, Voice | null>();
  for (const { type, text } of copies) {
    const voice = VOICES[type];
    if (voice === undefined) continue;
    const words = tokenize(text).map((token) => token.text.toLowerCase());
    for (let at = 0; at + WORDS <= words.length; at += 1) {
      const key = words.slice(at, at + WORDS).join(" ");
      const held = known.get(key);
      known.set(key, held === undefined || held === voice ? voice : null);
    }
  }
  const tokens = tokenize(combined);
  const words = tokens.map((token) => token.text.toLowerCase());
  const voices: (Voice | undefined)[] = words.map(() => undefined);
  for (let at = 0; at + WORDS <= words.length; at += 1) {
    const voice = known.get(words.slice(at, at + WORDS).join(" "));
    if (voice === undefined || voice === null) continue;
    for (let on = at; on < at + WORDS; on += 1) voices[on] ??= voice;
  }
  const runs: { first: number; last: number; voice: Voice }[] = [];
  for (const [at, voice] of voices.entries()) {
    if (voice === undefined) continue;
    const last = runs.at(-1);
    if (last?.voice === voice && at - last.last <= GAP_WORDS_MAX) last.last = at;
    else runs.push({ first: at, last: at, voice });
  }
  return runs
    .filter(({ first, last }) => last - first + 1 >= RUN_WORDS_MIN)
    .map(({ first, last, voice }) => ({ start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0, voice }));
}
