/** How words are meant before any verb is read: what they introduce is not done, or only imagined. */
export type Mood = "denied" | "unreal";

const AUXILIARY = "would|will|do|does|did|can|could|should|shall|may|need|must|are|is|have|has";
const OURS = "we|i|it|they|this court|the court|a majority|the majority|a plurality|today's \\S+";
/** `Nor would we`, `neither does it`. */
const NOR = new RegExp(` (?:nor|neither) (?:${AUXILIARY}) (?:${OURS}) (?:[a-z]+ ){0,4}$`, "u");
/** `It is not our place to`, `nor is it the function of this Court to`. */
const NOT_OUR_PLACE =
  / (?:not|nor|neither|hardly|never) (?:is it )?(?:for (?:us|this court|the \S+ court) |(?:(?:within|up to) )?(?:our|us|this court's|the court's|my|the|its) (?:\S+ )?(?:place|province|role|function|business|task|office|prerogative|responsibility)(?: of [^,;:⟦]{1,40})? )(?:to (?:\S+ )?)?$/u;
/** `Does not mean that`, `is not to say that`. */
const NOT_TO_SAY =
  / (?:not|never) (?:to )?(?:mean|means|say|saying|imply|suggest|signify|follow)(?: [^ ,;:⟦]+){0,3} that (?:[^;:]{0,160} )?$/u;
/** `Nothing in recent decisions that casts`, `nothing we say today`. */
const NOTHING =
  / (?:nothing (?:in|about|said|stated|we|here|today)|(?:see|find|found|know of|discern|perceive) nothing) (?:[^;:⟦]{0,120} )?(?:that |which |to )?(?:[a-z]+ ){0,3}$/u;
/** `Even were we inclined to`, `had a majority been willing to`. */
const INVERTED = new RegExp(
  `(?:^| (?:even|,|;|:|and|but|for|so) )(?:were|had) (?:${OURS}|congress|there) (?!,)(?:[a-z]+ ){1,8}$`,
  "u",
);

/** The mood in which words stand that end before a verb; null where they are meant as they are. */
export function moodBefore(before: string): Mood | null {
  const near = before.slice(-NEAR_CHARS);
  if (NOR.test(near) || NOT_OUR_PLACE.test(near) || NOT_TO_SAY.test(near) || NOTHING.test(near)) return "denied";
  return INVERTED.test(before.length > NEAR_CHARS ? near : before) ? "unreal" : null;
}

/** As far back as a mood reaches. */
const NEAR_CHARS = 240;
