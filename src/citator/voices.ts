import type { TextSpan, Voice } from "./model.ts";

/** Voices that a whole stretch of an opinion can have. */
export type SectionVoice = Extract<Voice, "court" | "concurrence" | "dissent">;
export type Section = TextSpan & { readonly voice: SectionVoice };

/**
 * A combined text holds the separate opinions one after another. Each opens with a line that names its writer and
 * says, with a participle, what the writer does: `MR. JUSTICE ALDER, with whom MR. JUSTICE BIRCH joins, dissenting.`
 * A narrative past tense (`Justice Alder dissented on the ground that`) opens nothing. A page marker may stand before it.
 */
const OPENING =
  /(?:^|\n)[ \t]*(?:\*\d{1,5}[ \t]*)?((?:(?:MR|Mr|MRS|Mrs|MS|Ms)\. |THE |The )?(?:CHIEF |Chief )?(?:JUSTICES?|Justices?|JUDGE|Judge)[ A-Z][^\n.:]{1,160}(?:(?:Mr|MR)\.[^\n.:]{1,100}){0,5}|[A-Z][A-Za-z'’ -]{1,40}, (?:C\. ?J\.|Ch\. ?J\.|J\.|JJ\.|P\. ?J\.|Circuit Judges?|Chief Judge|District Judge|Senior Circuit Judge|Associate Justice)[^\n.:]{0,160})(?<!\b(?:MR|Mr|MRS|Mrs|MS|Ms|JR|Jr))[.:]/gu;

/** Between the writer's name and the participle only those who join may stand; after it only what is joined or left. */
const SEPARATE =
  /^[^,]{3,80}?(?:, (?:C\. ?J\.|Ch\. ?J\.|J\.|JJ\.|P\. ?J\.|Circuit Judges?|Chief Judge|District Judge|Senior Circuit Judge|Associate Justice))?,?(?: (?:with whom|whom|joined by|and)\b[^:]*?,)? ?(?<does>concurring|dissenting|in dissent|dissents|concurs|specially concurring|joining)\b[\w ,'’.-]{0,120}$/u;
const DELIVERING = /\b(?:delivered|announced) the (?:opinion|judgment|decision)\b|\bwrote the opinion of the court\b/iu;

/** The stretches of one opinion's text by who speaks; together they cover it. `own` is what the record says the opinion is. */
export function sectionsOf(text: string, own: SectionVoice): Section[] {
  const sections: Section[] = [];
  let start = 0;
  let voice = own;
  for (const match of text.matchAll(OPENING)) {
    const next = voiceOfOpening(match[1] ?? "");
    if (next === undefined || next === voice) continue;
    if (match.index > start) sections.push({ start, end: match.index, voice });
    start = match.index;
    voice = next;
  }
  if (text.length > start) sections.push({ start, end: text.length, voice });
  return sections;
}

function voiceOfOpening(line: string): SectionVoice | undefined {
  if (DELIVERING.test(line)) return "court";
  if (!SEPARATE.test(line)) return undefined;
  return /dissent/iu.test(line) ? "dissent" : "concurrence";
}
