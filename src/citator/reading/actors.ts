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
    "court of (?:criminal |civil |custom |customs )?appeals?|district court|district judge|trial court|trial judge|circuit courts?|courts? below|court of claims|lower courts?|state courts?|panel below|bankruptcy court|tax court|(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|d c|federal) circuits?|circuits|magistrate judge|magistrate|supreme court of \\S+|\\S+ supreme court|other courts|some courts|several courts|many courts|most courts|courts|commentators?|scholars?|critics|board|commission|secretary|master|referee|judges below",
  ],
  [
    "party",
    "petitioners?|respondents?|appellants?|appellees?|plaintiffs?|defendants?|government|solicitor general|attorney general|commissioner|counsel|amici|amicus|parties|claimants?|intervenors?|debtors?|creditors?|trustee|prosecution|prosecutor|state|states|united states|libelants?|complainants?|movants?|relators?|taxpayers?|wife|husband|mother|father|company|bank|union|employer|city|county",
  ],
  [
    "judge",
    "members? of (?:the|this) court|(?:one|some|several|other) members?|dissent|dissents|dissenters|dissenting opinion|concurrence|concurring opinion|justices?|judge|brother|brethren|colleagues?|opinion of justice",
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

/** The last one named before a verb, not further back than the beginning of its clause. */
export function actorBefore(clause: string): {
  readonly actor: Actor;
  readonly word: string;
  readonly distance: number;
} {
  let found: { actor: Actor; word: string; end: number } | undefined;
  ANY.lastIndex = 0;
  const padded = `${clause} `;
  for (let match = ANY.exec(padded); match !== null; match = ANY.exec(padded)) {
    const place = match.slice(1).findIndex((one) => one !== undefined);
    const word = match[0].trim();
    const before = padded.slice(0, match.index + 1);
    const end = match.index + match[0].length - 1;
    ANY.lastIndex = end;
    const [actor] = ACTORS[place] ?? [];
    // What follows a preposition does nothing.
    if (
      / (?:of|in|by|from|to|with|under|on|upon|against|for|between|at|as|than|like|into) (?:the |a |an |its |his |her |their )?$/u.test(
        before,
      ) &&
      actor !== "own"
    )
      continue;
    found = { actor: actor ?? (word.startsWith("⟦") ? "decision" : "unknown"), word, end };
  }
  if (found === undefined) return { actor: "none", word: "", distance: 0 };
  return {
    actor: found.actor,
    word: found.word,
    distance: padded.slice(found.end).trim().split(" ").filter(Boolean).length,
  };
}

const SAY =
  "argu\\S+|contend\\S*|urg(?:e|es|ed|ing)|ask(?:s|ed)?|assert\\S*|maintain\\S*|insist\\S*|claim(?:s|ed)?|submit\\S*|believ\\S+|thought|thinks?|suggest\\S*|h[eo]ld(?:s)?|found|conclud\\S+|invit\\S+|seeks?|sought|attempt\\S*|tries|tried|would have us|says?|said|stated|points? (?:out|to)|reason(?:s|ed)|rul(?:es|ed)|complain\\S*|alleg\\S+|read(?:s)?|calls?|request\\S*|declar\\S+|ventures?|predict\\S*|fear\\S*|object\\S*|observ\\S+|acknowledg\\S+|conced\\S+|endeavors?|purport\\S*";

const OTHERS = `(?:${ACTORS.filter(([actor]) => actor === "party" || actor === "other court" || actor === "judge")
  .map(([, words]) => words)
  .join("|")}|they|he|she)`;
/** Whoever argues or contends is no court, by whatever name. */
const ARGUES =
  "argu(?:e|es|ed|ing)|contend(?:s|ed|ing)?|assert(?:s|ed|ing)?|maintain(?:s|ed|ing)?|insist(?:s|ed|ing)?|urg(?:e|es|ed|ing)|submit(?:s|ted)?|posit(?:s|ed)?|complain(?:s|ed)?|alleg(?:e|es|ed|ing)|advocat(?:e|es|ed|ing)|proposes?|proposed|conced(?:e|es|ed)";
const POSITION =
  "argument|contention|attempt|suggestion|claim|submission|invitation|request|theory|view|position|effort|assertion|supposition|belief|proposal|plea";
const SAID_BY_OTHERS = new RegExp(
  ` ${OTHERS}(?: [^;:⟦ ]+){0,7}? (?:${SAY})(?= )| it (?:is|was|has been) (?:\\S+ly )?(?:suggested|argued|contended|urged|claimed|asserted|insisted|submitted) (?:by (?:\\S+ ){1,3})?that | (?:according to|in the view of|in the opinion of)(?: \\S+){0,3} ${OTHERS} | ${OTHERS}(?:'s?| s| ')? (?:\\S+ ){0,3}(?:${POSITION})s? | (?!we |i |court |not |never )[^ ⟦]+ (?:${ARGUES}|claim(?:s|ed)?)(?= (?:(?:[^ ;:⟦]+ ){0,5}that |⟦|us |we |this court |the court ))| (?<!our |my )(?:${POSITION})s? (?:is |was |here is )?(?:\\S+ ){0,6}?that (?!of )`,
  "gu",
);
const SAID_BY_US =
  / (?:we|i|this court) (?:(?!not |never |need |whether |cannot )\S+ ){0,3}?(?:hold|conclude|agree|think|find|believe|decide|declare|say|reject|are (?:persuaded|convinced|satisfied)|accept)(?= )/gu;

/** Does somebody else say, argue or decide what follows these words, and not we? */
export function isSaidByOthers(before: string): boolean {
  const others = lastEnd(SAID_BY_OTHERS, before);
  return others >= 0 && others > lastEnd(SAID_BY_US, before) && !before.slice(others).includes(" ; ");
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
