import type { Status } from "./hit.ts";
import type { VerbGroup } from "./verb-group.ts";
import type { Act, Form } from "./verbs.ts";

/** Acts that leave nothing of a decision: whoever takes one of them for done misleads most. */
export const ENDING: ReadonlySet<Act> = new Set(["overrule", "abrogate", "supersede"]);

/** `In overruling ⟦⟧ we do no more`, `our decision today , overruling ⟦⟧ ,`. */
const WE_AFTER = / (?:we|i|our|this court) /u;
const OUR_DECISION = / (?:our|today's|this) (?:decision|holding|opinion|ruling)(?: today)? $/u;
/** `Compel us to overrule`, `it is time to overrule`: an infinitive that somebody of ours is meant to do. */
const OURS = / (?:we|us|our|i|time|this court) /u;
const PROMPTED =
  / (?:for (?:this|the|that) court|prerogative|province|power|authority|business|office|role|alone|free|left|prompted|led|caused|persuaded|required|compelled|forced|moved|asked|urged|invited|requested|would|could|might|were) (?:\S+ ){0,8}$/u;
/** `Their suggestion that we overrule`. */
const WISHED =
  / (?:suggestions?|proposals?|requests?|arguments?|contentions?|pleas?|invitation|submission|claims?|position|urg\S+|insist\S*|propos\S+|ask\S*|demands?) (?:\S+ ){0,6}?that (?:we|this court|the court) $/u;
/** `Until we overrule it`, `had we meant to`. */
const NOT_YET =
  / (?:(?:until|unless|before|till|should|were) (?:we|this court|the court)|had (?:we|this court|the court) (?:meant|wished|wanted|intended|thought)) (?:\S+ ){0,2}$/u;
const OUT_OF_LAW =
  / (?:exceptions?|objections?|motions?|demurrers?|orders?|pleas?|findings?|verdicts?|convictions?|sentences?|indictments?|immunit(?:y|ies)|treat(?:y|ies)|reaffirmation|privileges?|burden) /u;
const ENACTS = / (?:enact\S*|pass\S*|amend\S*|amendments?|adopt\S*|add\S*|act|statute) /u;
const NOT_ENACTED =
  / (?:not|unpersuaded|if|whether|would|absent|avoid|nothing|supposedly|propos\S+|attempt\S*|sought|seeks?|seeking|bill|bills|intends?|(?<!(?:was|were|is) )intended|intent|meant|conclude|signal\S*) /u;

/** Is something else ended than a decision: an objection, a conviction, an immunity? `taken` leads up to the decision. */
export function endsOtherThings(act: Act, taken: string): boolean {
  return ENDING.has(act) && OUT_OF_LAW.test(taken);
}

/** How an ending act stands by what is around its verb; undefined where the verb's own grammar decides. */
export function endingStatus(act: Act, form: Form, group: VerbGroup, after: string): Status | undefined {
  if (!ENDING.has(act)) return undefined;
  if (/ (?:hesitation|hesitate|choice|alternative) (?:but |in |to )*$/u.test(group.before)) return undefined;
  if (form === "ing") {
    if (/ (?:in|by) (?:now |thus |so |expressly )?$/u.test(group.before))
      return WE_AFTER.test(after) && !/ (?:court|⟦\d+⟧|decision|opinion|asked|urged) /u.test(group.clause)
        ? undefined
        : "told";
    if (OUR_DECISION.test(group.before)) return undefined;
    if (/ our (?:own )?$/u.test(group.before)) return "told";
    return / (?:court|decision|case|opinion|⟦\d+⟧|and) $/u.test(group.before) ? "told" : "open";
  }
  if (/ we (?:now |today |hereby )?(?:take|use|seize) (?:this|the) (?:opportunity|occasion) $/u.test(group.before))
    return "we";
  if (group.isDenied) return undefined;
  if (NOT_YET.test(group.before)) return "open";
  if (WISHED.test(group.before)) return "open";
  if (!group.isInfinitive) return undefined;
  return OURS.test(group.clause) && !PROMPTED.test(group.clause) ? undefined : "open";
}

/** Has the legislature done it, by these words, and not only meant, tried or been asked to? */
export function isEnacted(group: VerbGroup): boolean {
  if (group.isInfinitive && / (?:was|were|is) (?:intended|designed|enacted|passed|meant|adopted) $/u.test(group.before))
    return true;
  if (group.isPossible || group.isAsked || group.isDenied || NOT_ENACTED.test(group.before)) return false;
  return !group.isInfinitive || ENACTS.test(group.clause);
}
