/**
 * What one opinion does to another, from worst to best. The first five are Negative, the next five Caution,
 * then Positive and Neutral; `Distinguished` stands last under Caution because it leaves the cited rule whole.
 */
export const TREATMENTS = [
  "Overruled",
  "Superseded by statute",
  "Reversed",
  "Vacated",
  "Abrogated",
  "Criticized",
  "Questioned",
  "Limited",
  "Declined to follow",
  "Disagreed with",
  "Distinguished",
  "Affirmed",
  "Followed",
  "Explained",
  "Cited",
] as const;
export type Treatment = (typeof TREATMENTS)[number];

export const SEVERITIES = ["Negative", "Caution", "Positive", "Neutral"] as const;
export type Severity = (typeof SEVERITIES)[number];

const SEVERITY: Record<Treatment, Severity> = {
  Overruled: "Negative",
  "Superseded by statute": "Negative",
  Reversed: "Negative",
  Vacated: "Negative",
  Abrogated: "Negative",
  Criticized: "Caution",
  Questioned: "Caution",
  Limited: "Caution",
  "Declined to follow": "Caution",
  "Disagreed with": "Caution",
  Distinguished: "Caution",
  Affirmed: "Positive",
  Followed: "Positive",
  Explained: "Neutral",
  Cited: "Neutral",
};

export function severityOf(treatment: Treatment): Severity {
  return SEVERITY[treatment];
}

/** Position in `TREATMENTS`: smaller is worse. */
export function rankOf(treatment: Treatment): number {
  return TREATMENTS.indexOf(treatment);
}

/**
 * Who speaks in a passage.
 * `court`: the deciding opinion, in its own words. `concurrence`, `dissent`: a separate opinion.
 * `account`: a separate opinion telling what the deciding opinion does to a case.
 * `reported`: an argument of a party, a lower court's view, a quotation, a possibility.
 * `history`: what some other decision did, told here.
 */
export const VOICES = ["court", "concurrence", "dissent", "account", "reported", "history"] as const;
export type Voice = (typeof VOICES)[number];

/** How far an act reaches: all that the decision holds, a part of it, or another point than the one it is cited for. */
export const SCOPES = ["whole", "part", "other grounds"] as const;
export type Scope = (typeof SCOPES)[number];

/** In what words it stands: a sentence of its own, or the phrase of history behind a citation. */
export const MANNERS = ["sentence", "phrase"] as const;
export type Manner = (typeof MANNERS)[number];

export type TextSpan = { readonly start: number; readonly end: number };

/** One place where an opinion names an authority; `authority` numbers the distinct decisions this opinion cites. */
export type Mention = {
  readonly authority: number;
  /** All of it, with name, court and year: what is set aside when the sentence around it is read. */
  readonly span: TextSpan;
  /** `citation`: volume and page stand here; `name`: the case is only called by name; `back`: id. or supra. */
  readonly form: "citation" | "name" | "back";
};

/** A treatment read from one passage. */
export type Reading = {
  readonly authority: number;
  readonly treatment: Treatment;
  readonly voice: Voice;
  /** The kind of words, the act and how it stands in its sentence, for explanation. */
  readonly cue: string;
  /** The sentence that carries it, verbatim in the text. */
  readonly quote: TextSpan;
  /** The decision that is said to have done it, when `voice` is `history` and the passage names it. */
  readonly by: number | null;
  readonly scope: Scope;
  readonly manner: Manner;
  /** How likely a treatment of this severity is, by everything that is said of the decision. */
  readonly chance: number;
};

/** Only the deciding opinion's own words change what the cited case is worth. */
export function isAuthoritative(voice: Voice): boolean {
  return voice === "court";
}

/**
 * Which of two readings of one decision tells more, smaller being stronger. The court's own words come first, but what
 * is said to have ended a case's life outweighs that the court otherwise follows or explains it: silence would mislead.
 */
export function byStrength(
  one: { readonly treatment: Treatment; readonly voice: Voice },
  other: { readonly treatment: Treatment; readonly voice: Voice },
): number {
  return strengthClass(one) - strengthClass(other) || rankOf(one.treatment) - rankOf(other.treatment);
}

function strengthClass({ treatment, voice }: { readonly treatment: Treatment; readonly voice: Voice }): number {
  const severity = severityOf(treatment);
  if (voice === "court") return { Negative: 0, Caution: 2, Positive: 4, Neutral: 4 }[severity];
  if (severity !== "Negative") return 5;
  return { account: 1, history: 3, concurrence: 5, dissent: 5, reported: 5 }[voice];
}
