/**
 * Queries from a lawyer's day on the real opinions, with what must be found. Decisions are named by source and the
 * source's own id (`cl:` CourtListener cluster, `cap:` Caselaw Access Project case); expectations rest on
 * the record (name, court, citations) and on what the decision is known for; `search-queries.test.ts` also compares whole
 * answers with a scan of every opinion.
 */
export type Finding = {
  readonly query: string;
  /** The decision that must be among the first `within` decisions. */
  readonly find: string;
  readonly within: number;
};

const first = (query: string, find: string): Finding => ({ query, find, within: 1 });
const among = (within: number, query: string, find: string): Finding => ({ query, find, within });

export const NAMES: readonly Finding[] = [
  first("Miranda v. Arizona", "cl:107252"),
  first("Bell Atlantic v. Twombly", "cl:90003929"),
  first("Ashcroft v. Iqbal", "cl:90004205"),
  first("Kelo v. New London", "cl:90003697"),
  first("Lochner v. New York", "cl:96276"),
  first("Mapp v. Ohio", "cl:106285"),
  first("Katz v. United States", "cl:107564"),
  first("Gideon v. Wainwright", "cl:106545"),
  first("Brandenburg v. Ohio (1969)", "cl:107965"),
  first("Korematsu", "cl:104040"),
  first("Twombly", "cl:90003929"),
  first("Citizens United", "cl:90004297"),
  first("Pennoyer v. Neff", "cl:89656"),
  first("New York Times v. Sullivan", "cl:106761"),
  first("NYT v. Sullivan", "cl:106761"),
  first("Lujan v. Defenders of Wildlife", "cl:90001489"),
  first("Daubert v. Merrell Dow", "cl:90001749"),
  first("Kumho Tire v Carmichael", "cl:90002671"),
  first("General Electric Co. v. Joiner", "cl:90002477"),
  first("DC v. Heller", "cl:90004115"),
  first("district of columbia vs. heller", "cl:90004115"),
  first("Boumediene v. Bush", "cl:90004061"),
  first("Hamdi v. Rumsfeld", "cl:90003529"),
  first("Youngstown Sheet & Tube v. Sawyer", "cl:105018"),
  first("Furman v. Georgia", "cl:108605"),
  first("Lemon v. Kurtzman", "cl:108380"),
  first("Escobedo v. Illinois", "cl:106883"),
  first("Price Waterhouse v. Hopkins", "cl:90000707"),
  first("Faragher v. City of Boca Raton", "cl:90002615"),
  first("Oncale v. Sundowner Offshore Servs.", "cl:90002547"),
  first("Apprendi v. New Jersey", "cl:90002935"),
  first("Crawford v. Washington", "cl:90003489"),
  first("Ring v. Arizona", "cl:90003225"),
  first("Atkins v. Virginia", "cl:90003255"),
  first("Ledbetter v. Goodyear", "cl:90003905"),
  among(4, "US v. Lopez", "cl:90002029"),
  first("United States v. Alfonso Lopez", "cl:90002029"),
  first("In re Ayers", "cl:92059"),
  // Several held decisions are called so; which is meant the words of those who cite them tell, not held here.
  among(4, "Citizens United v. FEC", "cl:90004297"),
  first("McCulloch v. Maryland", "cl:85272"),
  first("M‘Culloch v. Maryland", "cl:85272"),
  first("mac culloch v. maryland", "cl:85272"),
  first('name:"McCulloch v. Maryland"', "cl:85272"),
  first('name:"Ashcroft v. Iqbal"', "cl:90004205"),
  first("Anderson v Creighton qualified immunity", "cl:90000271"),
  first("anderson v creighton qualified immunity", "cl:90000271"),
  first("Slaughter-House Cases", "cl:88661"),
  first("Steel Seizure Case", "cl:105018"),
  among(4, "United States v. Lopez", "cl:90002029"),
  first("Ex parte Milligan", "cl:1528394"),
  first("Beard v. Kindler", "cl:90004683"),
];

export const CITATIONS: readonly Finding[] = [
  first("504 U.S. 555", "cl:90001489"),
  first("504 U.S. 555, 560-61 & n.1 (1992)", "cl:90001489"),
  first("“504 U.S. 555”", "cl:90001489"),
  first("504us555", "cl:90001489"),
  first("Lujan, 504 U.S. 555", "cl:90001489"),
  first("see Lujan v. Defenders of Wildlife, 504 U.S. 555, 112 S. Ct. 2130 (1992)", "cl:90001489"),
  first("cite:504 U.S. 555", "cl:90001489"),
  first("550 US 544", "cl:90003929"),
  first("509 U. S. 579", "cl:90001749"),
  first("198 u.s. 45", "cl:96276"),
  first("532 F.2d 259", "cl:334135"),
  first("532 F. 2d 259", "cl:334135"),
  first("556 U.S. 662, 678 (2009)", "cl:90004205"),
  first("Bell Atlantic Corp. v. Twombly, 550 U.S. 544 (2007)", "cl:90003929"),
  first("384 U.S. 436", "cl:107252"),
  first('cite:"536 U.S. 304"', "cl:90003255"),
  first("No. 87-1167", "cl:90000707"),
  first("97-282", "cl:90002615"),
  first("06-1195", "cl:90004061"),
  first("docket:08-205", "cl:90004297"),
];

export const DOCTRINES: readonly Finding[] = [
  among(2, "clear and present danger", "cl:107965"),
  among(5, "actual malice public official defamation", "cl:106761"),
  among(5, "custodial interrogation warnings", "cl:107252"),
  among(3, "individual right to keep and bear arms", "cl:90004115"),
  first("liberty of contract bakers hours", "cl:96276"),
  among(2, "plausibility pleading standard", "cl:90003929"),
  first("public use economic development takings", "cl:90003697"),
  among(3, "scientific expert testimony reliability gatekeeper", "cl:90001749"),
  among(5, "standing injury in fact causation redressability", "cl:90001489"),
  first("hostile work environment same-sex harassment", "cl:90002547"),
  first("sex stereotyping mixed motive", "cl:90000707"),
  among(3, "vicarious liability supervisor harassment affirmative defense", "cl:90002615"),
  among(5, "confrontation clause testimonial statements", "cl:90003489"),
  first("mentally retarded death penalty cruel and unusual", "cl:90003255"),
  among(3, "jury must find facts increasing sentence beyond statutory maximum", "cl:90002935"),
  first("enemy combatant due process citizen detained", "cl:90003529"),
  first("guns near schools commerce clause", "cl:90002029"),
  first("copyright term extension", "cl:90003271"),
  first("corporate independent expenditures political speech", "cl:90004297"),
  first("seizure of steel mills", "cl:105018"),
  first("establishment clause entanglement", "cl:108380"),
  among(2, "personal jurisdiction in rem nonresident service by publication", "cl:89656"),
  first("qualified immunity clearly established media ride-along", "cl:90002709"),
];

export const STATUTES: readonly Finding[] = [
  // Beside it stands United States v. Smith (1st Cir. 1994), which is about nothing else.
  among(2, "8 U.S.C. 1326 collateral attack deportation", "cl:90000139"),
  among(5, "42 U.S.C. § 1983 municipal liability policy or custom", "cl:90000683"),
  among(5, "28 U.S.C. § 2254(d)(1) unreasonable application", "cl:90003333"),
  among(5, "Title VII disparate impact", "cl:90000771"),
  among(10, "Longshore and Harbor Workers' Compensation Act", "cl:90001397"),
  among(5, '"Rule 10b-5"', "cl:90005228"),
];

/** What was typed wrong, and the word that `warnings` must offer. */
export const MISSPELLINGS: readonly { readonly query: string; readonly meant: string }[] = [
  { query: "habeus corpus", meant: "habeas" },
  { query: "promisory estoppel", meant: "promissory" },
  { query: "tresspass to chattels", meant: "trespass" },
  { query: "fourth ammendment warrantless serach", meant: "amendment" },
  { query: "res ipsa loquiter", meant: "loquitur" },
  { query: "qualifed immunity", meant: "qualified" },
  { query: "statue of limitations", meant: "statute of limitations" },
  { query: "principle place of business", meant: "principal place" },
  { query: "trail court", meant: "trial court" },
  { query: "per say", meant: "per se" },
  { query: "tortuous interference", meant: "tortious interference" },
];

/**
 * Queries whose whole answer is known without the index: an opinion belongs exactly when its name, a blank line and
 * its text together satisfy the test.
 */
export type Scanned = { readonly query: string; readonly holds: (opinion: string) => boolean };

const scanned = (query: string, ...patterns: readonly RegExp[]): Scanned => ({
  query,
  holds: (opinion) => patterns.every((pattern) => pattern.test(opinion)),
});

/** Words that must all stand in one sentence or paragraph, in whatever order they are typed. */
export const SETS: readonly { readonly unit: "s" | "p"; readonly words: readonly string[] }[] = [
  { unit: "s", words: ["breach", "contract", "damages"] },
  { unit: "s", words: ["negligence", "proximate", "duty"] },
  { unit: "s", words: ["search", "warrant", "cause"] },
  { unit: "p", words: ["standing", "injury", "redressability"] },
  { unit: "p", words: ["delay", "prejudice", "trial"] },
];

export const SCANNED: readonly Scanned[] = [
  scanned("8 U.S.C. 1326", /\b8\W+U\.\s?S\.\s?C\.?\s*(?:§+\s*|[\w'’]+\W+)?1326\b/iu),
  scanned('"res ipsa loquitur"', /\bres\W+ipsa\W+loquitur\b/iu),
  scanned('"forum non conveniens"', /\bforum\W+non\W+conveniens\b/iu),
  scanned('"stare decisis"', /\bstare\W+decisis\b/iu),
  scanned('"mens rea"', /\bmens\W+rea\b/iu),
  scanned('"good faith exception"', /\bgood\W+faith\W+exception\b/iu),
  scanned('"collateral estoppel" OR "issue preclusion"', /\b(?:collateral\W+estoppel|issue\W+preclusion)\b/iu),
  scanned('"exclusionary rule" AND "stare decisis"', /\bexclusionary\W+rule\b/iu, /\bstare\W+decisis\b/iu),
  {
    query: '"ex post facto" BUT NOT "bill of attainder"',
    holds: (text) => /\bex\W+post\W+facto\b/iu.test(text) && !/\bbill\W+of\W+attainder\b/iu.test(text),
  },
  scanned("gerrymander*", /\bgerrymander/iu),
  scanned("*feasance", /feasance\b/iu),
  scanned("counterfeit*ing", /\bcounterfeit\p{L}*ing\b/iu),
  scanned(
    "wom?n W/3 suffrage",
    /\bwom[a-z]n\W+(?:[\w'’]+\W+){0,2}suffrage\b|\bsuffrage\W+(?:[\w'’]+\W+){0,2}wom[a-z]n\b/iu,
  ),
  scanned('"clear and convincing" PRE/3 evidence', /\bclear\W+and\W+convincing\W+(?:[\w'’]+\W+){0,2}evidence\b/iu),
  scanned(
    '"per se" W/2 unreasonable*',
    /\bper\W+se\W+(?:[\w'’]+\W+)?unreasonable|\bunreasonable\w*\W+(?:[\w'’]+\W+)?per\W+se\b/iu,
  ),
  scanned('"nunc pro tunc" AND ("judgment" OR "judgement")', /\bnunc\W+pro\W+tunc\b/iu, /\bjudge?ment\b/iu),
];
