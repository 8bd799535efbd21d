import type { TypedQuery } from "./typed-query.ts";

/** Looked at while the reading of queries was changed. */
export const BUILDING: readonly TypedQuery[] = [
  // Doctrines and questions
  { query: "right to counsel in all criminal prosecutions for indigent", means: "Gideon", first: /Gideon/u },
  { query: "exclusionary rule applied to the states", means: "Mapp", first: /Mapp|Wolf/u },
  { query: "wiretap telephone booth expectation of privacy", means: "Katz", first: /Katz/u },
  { query: "may a state ban burning a cross with intent to intimidate?", means: "Virginia v. Black", first: /Black/u },
  {
    query: "gross and wanton infliction of pain eighth amendment prison guard force",
    means: "Hudson v. McMillian",
    first: /Hudson|Whitley|Wilkins|Farmer/u,
  },
  { query: "sexual orientation sodomy liberty", means: "Lawrence", first: /Lawrence|Bowers/u },
  { query: "compelled flag salute schoolchildren", means: "Gobitis, Barnette", first: /Gobitis|Barnette/iu },
  { query: "separate but equal public schools", means: "Brown", first: /Brown|Bolling/u },
  { query: "one person one vote apportionment", means: "Reynolds v. Sims", first: /Reynolds|Baker|Gray|Wesberry/u },
  { query: "commandeering state officers background checks", means: "Printz", notHeld: true },
  {
    query: "plain view doctrine inadvertence stereo serial numbers",
    means: "Arizona v. Hicks",
    first: /Hicks|Horton/u,
  },
  {
    query: "good faith duty to supervise newspaper publisher source confidential promise",
    means: "Cohen v. Cowles",
    first: /Cohen/u,
  },
  {
    query: "limited public forum student organization membership policy",
    means: "Christian Legal Society",
    first: /Christian Legal/u,
  },
  {
    query: "employer liability for harassment by supervisor tangible employment action",
    means: "Faragher, Ellerth",
    first: /Faragher|Burlington|Ellerth|Vance/u,
  },
  { query: "patent exhaustion licensed components", means: "Quanta", first: /Quanta/u },
  // Names
  { query: "Erickson v. Pardus", means: "the case", first: /Erickson/u },
  { query: "Harlow v. Fitzgerald", means: "not held; said", warns: /No decision of that name/u },
  { query: "Carolene Products", means: "the case", first: /Carolene/u },
  { query: "Goldberg v. Kelly", means: "not held; said", warns: /No decision of that name/u },
  { query: "Near v. Minnesota", means: "the case", first: /Near/u },
  { query: "Ashwander v. TVA", means: "the case", first: /Ashwander/u },
  { query: "Printz v. United States", means: "not held; said", warns: /No decision of that name/u },
  { query: "Bilski v. Kappos (2010)", means: "the case", first: /Bilski/u },
  { query: "name:(quanta AND lg)", means: "the case", first: /Quanta/u },
  // Citations
  { query: "372 U.S. 335", means: "Gideon", first: /Gideon/u },
  { query: "389 us 347", means: "Katz", first: /Katz/u },
  { query: "cite:521 U.S. 898", means: "not held; said", warns: /No opinion holds/u },
  { query: "347 U.S. 483 (1954)", means: "Brown", first: /Brown/u },
  { query: "999 U.S. 1234", means: "nothing; said", warns: /No decision is held under/u },
  // Statutes
  { query: "42 U.S.C. § 1981", means: "its opinions", holds: [/1981/u] },
  { query: "Rule 23(b)(3) predominance", means: "class actions", holds: [/predominan/iu, /23/u] },
  { query: "11 U.S.C. 523(a)", means: "nondischargeability", holds: [/523\s?\(a\)/u] },
  { query: "Title VII AND retaliation", means: "both", holds: [/Title VII/u, /retaliat/iu] },
  // Westlaw
  { query: "breach /s contract /s damages", means: "one sentence", holds: [/breach/iu, /contract/iu, /damages/iu] },
  { query: "damages /s breach /s contract", means: "the same", holds: [/breach/iu, /contract/iu, /damages/iu] },
  {
    query: '"minimum contacts" /p "purposeful! avail!"',
    means: "roots in a phrase",
    holds: [/minimum\s+contacts/iu, /purposeful\w*\s+avail/iu],
  },
  { query: "laches /p delay /p prejudic!", means: "one paragraph", holds: [/laches/iu, /delay/iu, /prejudic/iu] },
  { query: 'ti("bell atlantic")', means: "the name", first: /Twombly/iu },
  { query: "da(aft 2008) & iqbal", means: "after 2008", holds: [/iqbal/iu] },
  { query: 'co(scotus) & "strict scrutiny"', means: "the Supreme Court", holds: [/strict\s+scrutiny/iu] },
  { query: "ju(ginsburg) & gender", means: "a panel with Ginsburg", holds: [/gender/iu] },
  { query: "dn(08-205)", means: "Citizens United", first: /Citizens United/u },
  { query: "di(negligence) & duty", means: "digests are not held", refused: /digests/u },
  { query: "he(estoppel)", means: "headnotes are not held", refused: /headnotes/u },
  { query: "atleast10(laches)", means: "ten times", holds: [/(?:laches(?:.|\n)*){10}/iu] },
  {
    query: "negligen! /5 misrepresent! % fraud!",
    means: "but not",
    holds: [/negligen\w*\W+(?:\w+\W+){0,4}misrepresent|misrepresent\w*\W+(?:\w+\W+){0,4}negligen/iu],
  },
  { query: "#waiver & estoppel", means: "this form", holds: [/\bwaiver\b/iu, /estop/iu] },
  {
    query: "search +3 seizure /s unreasonable",
    means: "order, then the sentence",
    holds: [/search\w*\W+(?:\w+\W+){0,2}seizure/iu, /unreasonabl/iu],
  },
  // Lexis
  { query: "NAME(citizens united)", means: "the name", first: /Citizens United/u },
  { query: "WRITTENBY(scalia) AND originalism", means: "by Scalia", holds: [/original/iu] },
  { query: "JUDGES(souter) AND establishment", means: "a panel", holds: [/establish/iu] },
  { query: "habeas PRE/1 corpus AND DATE(geq 2004 and leq 2006)", means: "dates", holds: [/habeas\s+corpus/iu] },
  { query: "SINGULAR(damage)", means: "said", refused: /quotation marks/u },
  { query: "fraud NOT W/5 securities", means: "said", refused: /NOT \(/u },
  { query: "trespass w/seg nuisance", means: "said", refused: /one text/u },
  { query: "COUNSEL(smith) AND fraud", means: "said", refused: /counsel/u },
  // Lucene and others
  { query: "caseName:(citizens AND united)", means: "the name", first: /Citizens United/u },
  { query: "docketNumber:08-205", means: "Citizens United", first: /Citizens United/u },
  {
    query: "dateFiled:>2010-01-01 AND corporate AND expenditures",
    means: "after",
    first: /Citizens United|Bullock|American Tradition/u,
  },
  { query: "citeCount:>20 AND miranda AND waiver", means: "often cited", holds: [/miranda/iu, /waive/iu] },
  { query: "intitle:miranda", means: "the name", first: /Miranda/u },
  { query: "fraud~2 deceit", means: "said", refused: /fraud deceit/u },
  { query: '"negligent misrepresentation"~5', means: "said", refused: /W\/5/u },
  { query: "attorney:smith AND fraud", means: "said", refused: /counsel/u },
  // Ours
  { query: 'cites:"384 U.S. 436" AND waiver', means: "cite Miranda", holds: [/384 U\. ?S\. 436|Miranda/u, /waive/iu] },
  {
    query: 'cites:"477 U.S. 242" AND "qualified immunity"',
    means: "cite Anderson v. Liberty Lobby",
    holds: [/477 U\. ?S\.,? (?:at )?\d/u],
  },
  { query: "court:appeals AND ERISA AND preempt!", means: "courts of appeals", holds: [/ERISA/u, /pre-?empt/iu] },
  { query: "dissent:(commerce AND clause)", means: "a dissent", holds: [/commerce/iu] },
  { query: "author:rehnquist AND sovereign AND immunity", means: "by Rehnquist", holds: [/immunity/iu] },
  { query: "date:1937 AND due process", means: "of 1937", first: /West Coast|Palko|Carmichael|Herndon|Townsend/u },
  // Pasted
  {
    query:
      "In criminal trials, the rights to a fair trial and counsel are fundamental; lawyers in criminal courts are necessities, not luxuries, and any person haled into court, who is too poor to hire a lawyer, cannot be assured a fair trial",
    means: "Gideon",
    first: /Gideon/u,
  },
  {
    query:
      "“a complaint must contain sufficient factual matter, accepted as true, to state a claim to relief that is plausible on its face”",
    means: "Iqbal and those that quote it",
    holds: [/plausible on its face/iu],
  },
  // Prose with signs
  { query: "court (martial) jurisdiction over civilians", means: "prose", holds: [/court.?martial/iu, /civilian/iu] },
  { query: "co (partnership) dissolution and accounting", means: "prose", holds: [/partnership/iu] },
  { query: "duty of judge(s) to recuse", means: "prose", holds: [/recus|disqualif/iu] },
];
