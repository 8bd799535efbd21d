/**
 * What is done to a decision, before anything is known of who does it and whether it is done. Some acts turn into another
 * when they are denied: who does not follow a decision declines to, what does not control is distinguished.
 */
export type Act =
  | "overrule"
  | "reject"
  | "abrogate"
  | "supersede"
  | "reverse"
  | "vacate"
  | "affirm"
  | "criticize"
  | "question"
  | "reconsider"
  | "limit"
  | "extend"
  | "follow"
  | "agree"
  | "disagree"
  | "distinguish"
  | "explain"
  | "misread"
  | "rely"
  | "govern"
  | "support"
  | "concern"
  | "hold";

/** How a verb takes the decision: as its object, as its subject, or either. */
type Takes = "object" | "subject" | "both";
type VerbRow = readonly [act: Act, takes: Takes, verbs: string, preposition?: string];

/** Verbs by their plain form; the other forms follow the rules of spelling, or stand in `IRREGULAR`. */
export const VERBS: readonly VerbRow[] = [
  ["overrule", "object", "overrule overturn repudiate disavow disapprove abolish"],
  ["reject", "object", "reject disown discard abandon renounce jettison"],
  ["reject", "object", "depart retreat withdraw", "from"],
  ["abrogate", "object", "abrogate"],
  ["supersede", "object", "supersede displace supplant nullify override"],
  ["reverse", "object", "reverse"],
  ["vacate", "object", "vacate"],
  ["affirm", "object", "affirm"],
  ["criticize", "object", "criticize criticise condemn deplore ridicule"],
  ["question", "object", "question doubt undermine erode undercut impugn"],
  ["reconsider", "object", "reconsider reexamine revisit disturb reopen"],
  ["limit", "object", "limit confine restrict narrow cabin circumscribe qualify modify"],
  ["extend", "object", "extend expand enlarge broaden stretch"],
  ["follow", "object", "follow reaffirm adopt embrace endorse reiterate honor heed"],
  ["follow", "object", "adhere", "to"],
  ["follow", "object", "abide", "by"],
  ["follow", "object", "accept apply"],
  ["follow", "object", "subscribe", "to"],
  ["rely", "object", "rely", "on|upon"],
  ["rely", "object", "invoke cite"],
  ["agree", "object", "agree concur", "with"],
  ["disagree", "object", "disagree quarrel", "with"],
  ["distinguish", "object", "distinguish"],
  ["explain", "object", "explain clarify construe interpret elaborate"],
  ["explain", "object", "elaborate", "on|upon"],
  ["explain", "object", "read understand view characterize"],
  ["misread", "object", "misread misinterpret misconstrue misapply misunderstand overread ignore overlook"],
  ["govern", "subject", "control govern compel dictate foreclose mandate settle"],
  ["support", "subject", "require resolve decide answer bar preclude bind apply demand command warrant"],
  ["support", "subject", "stand", "for"],
  [
    "support",
    "subject",
    "support suggest establish teach indicate demonstrate confirm instruct illustrate counsel help avail aid persuade convince",
  ],
  ["concern", "subject", "involve concern address consider reach arise deal turn rest present hinge speak purport"],
  [
    "hold",
    "subject",
    "hold say state observe note recognize emphasize reason find conclude rule declare reject uphold",
  ],
];

const IRREGULAR: Readonly<Record<string, readonly [s: string, past: string, ing: string]>> = {
  read: ["reads", "read", "reading"],
  understand: ["understands", "understood", "understanding"],
  misread: ["misreads", "misread", "misreading"],
  overread: ["overreads", "overread", "overreading"],
  misunderstand: ["misunderstands", "misunderstood", "misunderstanding"],
  override: ["overrides", "overridden", "overriding"],
  overturn: ["overturns", "overturned", "overturning"],
  forgo: ["forgoes", "forwent", "forgoing"],
  hold: ["holds", "held", "holding"],
  say: ["says", "said", "saying"],
  find: ["finds", "found", "finding"],
  teach: ["teaches", "taught", "teaching"],
  bind: ["binds", "bound", "binding"],
  deal: ["deals", "dealt", "dealing"],
  arise: ["arises", "arose", "arising"],
  speak: ["speaks", "spoke", "speaking"],
  control: ["controls", "controlled", "controlling"],
  compel: ["compels", "compelled", "compelling"],
  bar: ["bars", "barred", "barring"],
  concur: ["concurs", "concurred", "concurring"],
};

export type Form = "plain" | "s" | "past" | "ing";
export type VerbForm = { readonly row: VerbRow; readonly form: Form };

function formsOf(verb: string): readonly [string, string, string] {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return [irregular[0], irregular[1], irregular[2]];
  const stem = verb.replace(/e$/u, "");
  if (/[^aeiou]y$/u.test(verb)) {
    const short = verb.slice(0, -1);
    return [`${short}ies`, `${short}ied`, `${verb}ing`];
  }
  return [/(?:s|sh|ch|x)$/u.test(verb) ? `${verb}es` : `${verb}s`, `${stem}ed`, `${stem}ing`];
}

/** Every printed form with the rows it can belong to; the first that fits its words is meant. */
export const VERB_FORMS: ReadonlyMap<string, readonly VerbForm[]> = (() => {
  const forms = new Map<string, VerbForm[]>();
  const add = (printed: string, one: VerbForm): void => {
    forms.set(printed, [...(forms.get(printed) ?? []), one]);
  };
  for (const row of VERBS) {
    for (const verb of row[2].split(" ")) {
      const [s, past, ing] = formsOf(verb);
      add(verb, { row, form: "plain" });
      add(s, { row, form: "s" });
      add(past, { row, form: "past" });
      add(ing, { row, form: "ing" });
    }
  }
  return forms;
})();
