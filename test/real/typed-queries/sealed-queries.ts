import type { TypedQuery } from "./typed-query.ts";

/**
 * Written before the reading of queries was changed, and opened once, for the final figure. Since then only what is not
 * among the opinions at hand was marked so (five), and `co(high)`, expected to be refused, is read.
 */
export const SEALED: readonly TypedQuery[] = [
  // Doctrines and questions
  { query: "thermal imaging search of home without warrant", means: "Kyllo", first: /Kyllo/u },
  { query: "can police search a car incident to arrest after the arrestee is secured?", means: "Gant", first: /Gant/u },
  {
    query: "peremptory challenges gender discrimination jury selection",
    means: "J.E.B.",
    first: /J\.? ?E\.? ?B\.?|Alabama/u,
  },
  { query: "forum selection clause cruise ticket", means: "Carnival Cruise", notHeld: true },
  {
    query: "stream of commerce personal jurisdiction minimum contacts",
    means: "Asahi, Nicastro",
    first: /Asahi|Nicastro|McIntyre|Goodyear|Volkswagen/iu,
  },
  { query: "religious use of peyote unemployment benefits", means: "Smith", first: /Smith/u },
  { query: "animal sacrifice ordinance free exercise", means: "Lukumi", notHeld: true },
  { query: "ministerial exception employment discrimination", means: "Hosanna-Tabor", first: /Hosanna/u },
  {
    query: "when is a default rule of two years for ineffective assistance?",
    means: "a question in prose, no operator",
    holds: [/ineffective assistance/iu],
  },
  { query: "undue burden abortion spousal notification", means: "Casey", first: /Casey|Planned Parenthood/iu },
  { query: "flag burning first amendment", means: "Johnson or Eichman", first: /Johnson|Eichman/u },
  {
    query: "punitive damages grossly excessive due process ratio",
    means: "BMW, State Farm",
    first: /Bmw|State Farm|Txo|Haslip|Philip Morris|Exxon/iu,
  },
  { query: "removal of independent counsel separation of powers", means: "Morrison v. Olson", first: /Morrison/u },
  { query: "line item veto presentment clause", means: "Clinton v. New York", first: /Clinton|Byrd/u },
  {
    query: "regulatory taking denies all economically beneficial use of land",
    means: "Lucas",
    first: /Lucas|Palazzolo|Tahoe/u,
  },
  { query: "fair use parody commercial", means: "Campbell v. Acuff-Rose", first: /Campbell|Acuff/u },
  { query: "bankruptcy reaffirmation strip down undersecured lien", means: "Dewsnup", first: /Dewsnup|Nobelman/u },
  {
    query: "deliberate indifference to serious medical needs of prisoners",
    means: "Estelle and its line",
    holds: [/deliberate indifference/iu, /medical/iu],
  },
  { query: "arbitration class waiver preempted unconscionable", means: "Concepcion", first: /Concepcion/u },
  { query: "unpatentable abstract idea hedging risk", means: "Bilski", first: /Bilski/u },
  // Names
  { query: "Kyllo v. United States", means: "the case", first: /Kyllo/u },
  { query: "Whren", means: "the case", first: /Whren/u },
  { query: "Lawrence v. Texas", means: "the case", first: /Lawrence.*Texas/u },
  { query: "Texas v Johnson", means: "the case", first: /Texas v\. Johnson/u },
  { query: "J.E.B. v. Alabama", means: "the case", first: /J\.? ?E\.? ?B/u },
  { query: "in re gilbert", means: "the case of 1928", first: /Gilbert/iu },
  { query: "Ex parte Quirin", means: "the case", first: /Quirin/iu },
  { query: "West Coast Hotel v. Parrish", means: "the case", first: /West Coast Hotel/u },
  { query: "Minersville School Dist. v. Gobitis", means: "the case", first: /Gobitis/u },
  { query: "Bush v. Gore", means: "not held; said", warns: /No decision of that name/u },
  { query: "Williamson v. Lee Optical", means: "the case", first: /Lee Optical/u },
  { query: "Palko v. Connecticut, 302 U.S. 319 (1937)", means: "the case", first: /Palko/u },
  // Citations and dockets
  { query: "533 U.S. 27", means: "Kyllo", first: /Kyllo/u },
  { query: "539 US 558", means: "Lawrence", first: /Lawrence/u },
  { query: "491 U. S. 397", means: "Texas v. Johnson", first: /Johnson/u },
  { query: "see Whren v. United States, 517 U.S. 806, 812-13 (1996)", means: "Whren", first: /Whren/u },
  { query: "No. 03-6696", means: "Hamdi, held without its number; said", warns: /No decision is held under/u },
  // Statutes and rules
  {
    query: "28 U.S.C. § 1367 supplemental jurisdiction",
    means: "Exxon Mobil v. Allapattah and its like",
    holds: [/1367/u, /supplemental/iu],
  },
  { query: "18 U.S.C. 924(c)", means: "firearm in relation to a crime", holds: [/924\s?\(c\)/u] },
  { query: "Fed. R. Evid. 702", means: "Daubert and its line", holds: [/702/u] },
  { query: "29 USC 1132(a)", means: "ERISA's civil action", holds: [/1132/u] },
  {
    query: "Sherman Act section 1 rule of reason vertical",
    means: "Leegin, Khan, Business Electronics",
    holds: [/Sherman/u, /rule of reason/iu, /vertical/iu],
  },
  // Westlaw
  {
    query: "negligen! /s proximate /s cause",
    means: "one sentence with all three",
    holds: [/negligen/iu, /proximate/iu, /cause/iu],
  },
  {
    query: "proximate /s negligen! /s caus!",
    means: "the same in another order",
    holds: [/negligen/iu, /proximate/iu],
  },
  {
    query: '"summary judgment" /p "genuine issue" /p material',
    means: "a paragraph with all three",
    holds: [/summary judgment/iu, /genuine issue/iu, /material/iu],
  },
  {
    query: '"qualified! immun!" /s "clearly establish!"',
    means: "root inside quotation marks",
    holds: [/qualified\s+immun/iu, /clearly\s+establish/iu],
  },
  {
    query: '"personal jurisdict!" +s "purposeful! avail!"',
    means: "in a sentence in this order",
    holds: [/personal\s+jurisdict/iu, /purposeful\w*\s+avail/iu],
  },
  { query: "ti(twombly) & plausib!", means: "title field of Westlaw: Twombly", first: /Twombly/iu },
  { query: "TI(Iqbal)", means: "title field", first: /Iqbal/iu },
  { query: "ju(scalia) & confrontation", means: "an opinion by Scalia on confrontation", holds: [/confrontation/iu] },
  { query: "confront! /s testimonial & da(aft 2004)", means: "after 2004", holds: [/testimonial/iu] },
  { query: 'co(high) & "personal jurisdiction"', means: "Westlaw's high courts", holds: [/personal jurisdiction/iu] },
  { query: "sy,di(negligence)", means: "synopsis and digest are not held; said by name", refused: /sy|di/u },
  { query: "patent /s obvious! % design", means: "but not", holds: [/patent/iu, /obvious/iu] },
  {
    query: "atleast5(estoppel)",
    means: "at least five times",
    holds: [/estop(?:.|\n)*estop(?:.|\n)*estop(?:.|\n)*estop(?:.|\n)*estop/iu],
  },
  // Lexis
  { query: "NAME(Daubert)", means: "the name segment", first: /Daubert/iu },
  { query: "OPINIONBY(Rehnquist) AND federalism", means: "by Rehnquist", holds: [/federalism/iu] },
  { query: "DISSENTBY(Stevens) AND punitive", means: "a dissent by Stevens", holds: [/punitive/iu] },
  { query: "fraud PRE/3 inducement", means: "in this order", holds: [/fraud\w*\W+(?:\w+\W+){0,2}induce/iu] },
  {
    query: "expert w/para reliab! AND DATE(geq 1/1/1999)",
    means: "one paragraph, from 1999",
    holds: [/expert/iu, /reliab/iu],
  },
  { query: "trademark w/sent dilut!", means: "one sentence", holds: [/trademark|mark/iu, /dilut/iu] },
  { query: "COURT(supreme) AND laches", means: "the court segment; said by name or read", holds: [/laches/iu] },
  // Lucene, CourtListener, Scholar
  { query: 'caseName:"Lawrence v. Texas"', means: "the name field of CourtListener", first: /Lawrence/u },
  { query: 'title:"kelo"', means: "the name", first: /Kelo/u },
  { query: "dateFiled:[2005-01-01 TO 2005-12-31] AND takings", means: "takings in 2005", holds: [/takings/iu] },
  { query: "judge:ginsburg AND discovery accrual", means: "Ginsburg", holds: [/discover/iu, /accru/iu] },
  { query: '"sexual harassment" -military', means: "without military; said", warns: /NOT/u },
  { query: "author:breyer AND commandeer!", means: "his dissent in Printz", notHeld: true },
  { query: "citation:(550 U.S. 544)", means: "Twombly", first: /Twombly/iu },
  // Pasted
  {
    query:
      "“Threadbare recitals of the elements of a cause of action, supported by mere conclusory statements, do not suffice.”",
    means: "Iqbal's sentence",
    first: /Iqbal/iu,
  },
  {
    query:
      "a prosecutor's suppression of evidence favorable to an accused violates due process where the evidence is material either to guilt or to punishment, irrespective of the good faith or bad faith of the prosecution",
    means: "Brady's rule, pasted",
    holds: [/favorable to (?:an|the) accused/iu],
  },
  // Misspelt
  { query: "qualifed immunity", means: "qualified", warns: /qualified/u },
  { query: "habeus corpus exaustion", means: "habeas exhaustion", warns: /habeas|exhaustion/u },
  { query: "forum non convenience", means: "forum non conveniens", holds: [/forum non conveniens/iu] },
  { query: "Younger abstension", means: "abstention", warns: /abstention/u },
];
