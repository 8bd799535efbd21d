/** `Under the Fifth Amendment, 355 U.S. 902`: a law and no party. */
const LAW_NAMED = /\s(?:Amendment|Act|Clause)$/u;

/** `affirmed by the Court of Appeals for the Ninth Circuit, 266 F.2d 588`: who decided, and no party; nor is a heading. */
const COURT_NAMED =
  /^(?:(?:United States |U\. ?S\. )?(?:Circuit )?Courts? of (?:Criminal |Civil )?Appeals?\b.*|(?:\p{Lu}\p{Ll}+ ){0,3}(?:Supreme (?:Judicial )?Court|Court of (?:Criminal |Civil )?Appeals?|Circuit|District Court|Superior Court|Appellate Division)(?: (?:of|for) .*)?|Syllabus)$/u;

/** Whether capitalized words right before a citation name a law, a court or a heading, and no party of the case. */
export function isNoParty(words: string): boolean {
  return LAW_NAMED.test(words) || COURT_NAMED.test(words);
}
