import { matchesOf } from "../matches.ts";

/** Who does what is said: the writer's court, another decision, the legislature, a party, a court below, another judge. */
export type Actor =
  | "own"
  | "the court"
  | "decision"
  | "legislature"
  | "party"
  | "other court"
  | "judge"
  | "unknown"
  | "none";

const ACTORS: readonly (readonly [Actor, string])[] = [
  [
    "other court",
    "court of (?:criminal |civil |special |custom |customs )?appeals?|district court|district judge|trial court|trial judge|circuit courts?|courts? below|court of claims|lower courts?|state courts?|panel below|bankruptcy court|tax court|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|d c|federal) circuits?|circuits|magistrate judge|magistrate|(?:supreme|superior) court of \\S+|superior court|appellate (?:division|court)|chancery court|\\S+ supreme court|other courts|some courts|several courts|many courts|most courts|courts|commentators?|scholars?|critics|board|commission|secretary|master|referee|judges below",
  ],
  [
    "party",
    "petitioners?|respondents?|appellants?|appellees?|plaintiffs?|defendants?|government|solicitor general|attorney general|commissioner|counsel|amici|amicus|parties|claimants?|intervenors?|debtors?|creditors?|trustee|prosecution|prosecutor|state|states|united states|libelants?|complainants?|movants?|relators?|taxpayers?|wife|husband|mother|father|company|bank|union|employer|city|county",
  ],
  [
    "judge",
    "members? of (?:the|this) court|(?:one|some|several|other) members?|dissent|dissents|dissenters|dissenting opinion|concurrence|concurring opinion|justices?|judge|brothers?|brethren|colleagues?|opinion of justice",
  ],
  [
    "legislature",
    "congress|legislature|general assembly|parliament|statutes?|amendments?|act|enactment|legislation|section|§|code",
  ],
  [
    "the court",
    "today's (?:decision|opinion|holding|ruling|judgment)|(?:majority )?(?:opinion|decision|holding) today",
  ],
  ["own", "we|i|our|this court"],
  ["the court", "the court|court|majority|plurality|en banc court|opinion|panel"],
];

const ANY = new RegExp(
  ` (?:${ACTORS.map(([, words]) => `(${words})`).join("|")}|(⟦\\d+⟧)|(they|he|she|it|one|this|that|which|who)) `,
  "gu",
);

const RELATIVE = /^(?:which|who)$/u;

/** The last one named before a verb, not further back than the beginning of its clause. */
export function actorBefore(clause: string): {
  readonly actor: Actor;
  readonly word: string;
  readonly distance: number;
} {
  let found: { actor: Actor; word: string; end: number } | undefined;
  let last: { readonly actor: Actor; readonly end: number } | undefined;
  ANY.lastIndex = 0;
  const padded = `${clause} `;
  for (let match = ANY.exec(padded); match !== null; match = ANY.exec(padded)) {
    const place = match.slice(1).findIndex((one) => one !== undefined);
    const word = match[0].trim();
    const before = padded.slice(0, match.index + 1);
    const end = match.index + match[0].length - 1;
    ANY.lastIndex = end;
    const [actor = word.startsWith("⟦") ? "decision" : "unknown"] = ACTORS[place] ?? [];
    const named = last;
    last = { actor, end };
    // `The Code , which`: who is named right before does it, whatever stands before that.
    if (RELATIVE.test(word) && named !== undefined && /^ (?:, )?$/u.test(padded.slice(named.end, match.index + 1))) {
      found = { actor: named.actor, word, end };
      continue;
    }
    // What follows a preposition does nothing.
    if (
      / (?:of|in|by|from|to|with|under|on|upon|against|for|between|at|as|than|like|into) (?:the |a |an |its |his |her |their )?$/u.test(
        before,
      ) &&
      actor !== "own"
    )
      continue;
    found = { actor, word, end };
  }
  if (found === undefined) return { actor: "none", word: "", distance: 0 };
  return {
    actor: found.actor,
    word: found.word,
    distance: padded.slice(found.end).trim().split(" ").filter(Boolean).length,
  };
}

const SAY =
  "not(?:e|es|ed|ing)(?= that)|advis(?:es|ed)|states(?= (?:,|that))|argu\\S+|contend\\S*|urg(?:e|es|ed|ing)|ask(?:s|ed)?|assert\\S*|maintain\\S*|insist\\S*|claim(?:s|ed)?|submit\\S*|believ\\S+|thought|thinks?|suggest\\S*|h[eo]ld(?:s)?|found|was (?:persuaded|convinced|satisfied)|conclud\\S+|invit\\S+|seeks?|sought|attempt\\S*|tries|tried|would have us|says?|said|stated|points? (?:out|to)|reason(?:s|ed)|rul(?:es|ed)|complain\\S*|alleg\\S+|read(?:s)?|calls?|request\\S*|declar\\S+|ventures?|predict\\S*|fear\\S*|object\\S*|observ\\S+|acknowledg\\S+|conced\\S+|endeavors?|purport\\S*";

const OTHERS = `(?:${ACTORS.filter(([actor]) => actor === "party" || actor === "other court" || actor === "judge")
  .map(([, words]) => words)
  .join("|")}|they|he|she)`;
/** Whoever argues or contends is no court, by whatever name. */
const ARGUES =
  "argu(?:e|es|ed|ing)|contend(?:s|ed|ing)?|assert(?:s|ed|ing)?|maintain(?:s|ed|ing)?|insist(?:s|ed|ing)?|urg(?:e|es|ed|ing)|submit(?:s|ted)?|posit(?:s|ed)?|complain(?:s|ed)?|alleg(?:e|es|ed|ing)|advocat(?:e|es|ed|ing)|proposes?|proposed|conced(?:e|es|ed)|counter(?:s|ed)";
const POSITION =
  "argument|contention|attempt|suggestion|claim|submission|invitation|request|theory|view|position|effort|assertion|supposition|belief|proposal|plea";
/** What would be so if others were right, and what somebody only tries. */
const SUPPOSED =
  " would (?:require|mean|imply|entail|suggest) (?:[^ ;:⟦]+ ){0,8}?that | (?!we |i |court |not |never |to )[^ ⟦]+ (?:attempt(?:s|ed)|tries|tried|seeks|sought|purports?|purported|endeavou?r(?:s|ed)) to ";
/** `It points out that`, `it believed`: a party, or the court below. */
const IT_SAYS =
  " it (?:has |had )?(?:\\S+ly |also |then |further )?(?:agreed|held|concluded|found|reasoned|ruled|said|stated|noted|observed|explained|determined|thought|believ(?:es|ed)|argue[sd]|contend(?:s|ed)|point(?:s|ed) out|maintain(?:s|ed)|assert(?:s|ed)|insist(?:s|ed)|urge[sd]|claim(?:s|ed)|suggest(?:s|ed)|says) (?!by |in |to |for |, )";
/** `On this reading`: somebody's, or it would be said without these words. */
const ON_A_READING =
  " on (?:this|that|his|her|their|such a|petitioners?'?s?|respondents?'?s?) (?:reading|view|theory|account|interpretation) | under (?:the |his |her |their |justice )?(?:\\S+'s? )?(?:(?<= (?:his|her|their|\\S+'s?) )(?:\\S+ )?(?:approach|view|reading|theory|logic|interpretation|analysis|rationale|position) )";
const THOSE_WHO = ` (?:those|some|anyone|one|any) who (?:[a-z]+ )?(?:${SAY}) (?:[a-z]+ )?that `;
const SAID_BY_OTHERS = new RegExp(
  `${SUPPOSED}|${IT_SAYS}|${THOSE_WHO}|${ON_A_READING}|(?<! by| by the) ${OTHERS}(?: [^;:⟦ ]+){0,7}? (?:${SAY})(?= )| it (?:is|was|has been) (?:(?:\\S+ly|rather|very|often|also|now|here|further) ){0,3}(?:suggested|argued|contended|urged|claimed|asserted|insisted|submitted) (?:by (?:\\S+ ){1,3})?that | (?:according to|in the view of|in the opinion of)(?: \\S+){0,3} ${OTHERS} | ${OTHERS}(?:'s?| s| ')? (?:\\S+ ){0,3}(?:${POSITION})s? | (?!we |i |court |not |never )[^ ⟦]+ (?:${ARGUES}|claim(?:s|ed)?)(?= (?:(?:[^ ;:⟦]+ ){0,5}that |⟦|us |we |this court |the court ))| (?<!our |my )(?:${POSITION})s? (?:is |was |here is )?(?:\\S+ ){0,6}?that (?!of )`,
  "gu",
);
const SAID_BY_US =
  / (?:we|i|this court) (?:(?!not |never |need |whether |cannot )\S+ ){0,3}?(?:hold|conclude|agree|think|find|believe|decide|declare|say|reject|are (?:persuaded|convinced|satisfied)|accept)(?= )/gu;

const FOUND =
  "h[eo]ld(?:ing)?|conclud(?:ed|ing)|found|finding|ruled|ruling|noted|noting|explain(?:ed|ing)|stat(?:ed|ing)|sa(?:id|ying)|observ(?:ed|ing)|recogniz(?:ed|ing)|clarif(?:ied|ying)|emphasiz(?:ed|ing)|reason(?:ed|ing)|declar(?:ed|ing)|made clear|making clear|pointed out|pointing out|determin(?:ed|ing)|decided|deciding";
/**
 * What was found before, by this court or another or in a decision, is told: `⟦⟧ made clear that`, `, ruling that`, `the
 * Court distinguished ⟦⟧ on the ground that`.
 */
const FOUND_BEFORE = new RegExp(
  ` ⟦\\d+⟧ (?:[^ ;:⟦]+ ){0,3}?(?:${FOUND}) (?:[^ ;:⟦]+ ){0,3}?that | ${OTHERS}(?: [^ ;:]+){0,18}? , (?:[a-z]+ly )?(?:${FOUND}) that | (?:we|the court|this court|court|majority|panel) (?:(?:have|has|had) )?(?:[a-z]+ly |further |also |then |since |often |long )*(?:${FOUND}) (?:, [^;:⟦,]+ , |[a-z]+ly )?(?:in ⟦\\d+⟧ )?that | (?:distinguished|overruled|rejected|limited|dismissed|refused|declined|affirmed|reversed) (?:[^ ;:]+ ){0,10}?on the (?:ground|basis|theory) that | (?:its|his|her|their|earlier|prior|that|those|[a-z]+'s) (?:[a-z]+ )?(?:rulings?|holdings?|conclusions?|findings?|determinations?) that | the (?!conclusions? )(?:[a-z]+ ){0,2}(?:rulings?|findings?|determinations?) that | (?:reaffirm\\S*|adher\\S* to|repeat\\S*|reiterat\\S*|vacat\\S*|revers\\S*|affirm\\S*) ⟦\\d+⟧ that | (?<! we | i | will )explain(?:ed|s|ing)? why | it recogniz(?:ed|es) that `,
  "gu",
);

/** Was what follows these words found before, by whomever, and is only told now? */
export function isFoundBefore(before: string): boolean {
  return lastSaid(FOUND_BEFORE, before);
}

/** Does somebody else say, argue or decide what follows these words, and not we? */
export function isSaidByOthers(before: string): boolean {
  return lastSaid(SAID_BY_OTHERS, before);
}

/** A new clause begins, and not a further part of what is said: `; and (b) that`. */
const NEXT_CLAUSE = / ; (?!(?:and |or )?(?:\( )?(?:[a-z0-9]{1,3} \) )?that )/u;

function lastSaid(others: RegExp, before: string): boolean {
  const said = lastEnd(others, before);
  return said >= 0 && said > lastEnd(SAID_BY_US, before) && !NEXT_CLAUSE.test(before.slice(said));
}

export function isSaidByUs(before: string): boolean {
  const us = lastEnd(SAID_BY_US, before);
  return us >= 0 && us > lastEnd(SAID_BY_OTHERS, before);
}

function lastEnd(expression: RegExp, words: string): number {
  let end = -1;
  for (const match of matchesOf(expression, ` ${words} `)) end = match.index + match[0].length;
  return end;
}
