import { describe, expect, test } from "vitest";
import { extractCitations } from "./citations.ts";
import { partyDifference } from "./parties.ts";

/** What differs between a name before a citation and the name on record. */
function difference(cited: string, ...held: string[]): string | null {
  const [citation] = extractCitations(`${cited}, 12 F.3d 34 (2d Cir. 1994)`);
  if (citation?.kind !== "case" || citation.name === null) throw new Error(`${cited} was not read as a name`);
  return partyDifference(citation.name, held);
}

describe("both parties agree", () => {
  test.each<[cited: string, held: string]>([
    ["Anderson v. Liberty Lobby, Inc.", "Anderson v. Liberty Lobby"],
    ["Nat'l Elm Ass'n v. Fir", "National Elm Association v. Fir"],
    ["U.S. v. Elm", "United States v. Elm"],
    ["United States v. Elm", "Elm v. United States"],
    ["United States of America v. Elm", "United States v. Elm"],
    ["State v. Elm", "Ohio v. Elm"],
    ["People v. Elm", "People of the State of New York v. Elm"],
    ["Commonwealth v. Elm", "Commonwealth of Pennsylvania v. Elm"],
    ["Elm v. State", "Elm v. Texas"],
    ["New York v. Elm", "People v. Elm"],
    ["Elm v. Fir", "Elm v. Fir & Sons, Inc., et al."],
    ["Elm v. Fir, et al.", "Elm v. Fir"],
    ["John Elm v. Fir", "Elm v. Fir"],
    ["Jim Elm v. Fir", "James Elm v. Fir"],
    ["Fir v. Elm", "Elm v. Fir"],
    ["In re Elm", "Matter of Elm"],
    ["Ex parte Elm", "Elm, Ex parte"],
    ["Ex parte Elm", "United States ex rel. Elm v. Cox"],
    ["State ex rel. Elm v. Fir", "Elm v. Fir"],
    ["United States ex rel. Elm v. Fir", "United States v. Fir"],
    ["NLRB v. Elm", "National Labor Relations Board v. Elm"],
    ["N.A.A.C.P. v. Elm", "National Association for the Advancement of Colored People v. Elm"],
    ["Elm v. FTC", "Elm v. Federal Trade Commission"],
    ["Comm'r v. Elm", "Commissioner of Internal Revenue v. Elm"],
    ["McCulloch v. Elm", "M'Culloch v. Elm"],
    ["McDonald v. Elm", "Mc Donald v. Elm"],
    ["E.I. du Pont de Nemours & Co. v. Elm", "E. I. DuPont De Nemours & Company v. Elm"],
    ["Hamdi v. Elm", "Harndi v. Elm"],
    ["Andersen v. Fir", "Anderson v. Fir"],
    ["Elm v. Sec'y of Health & Human Servs.", "Elm v. Heckler, Secretary of Health and Human Services"],
    ["Sullivan v. Elm", "Secretary v. Elm"],
    ["Doe v. Elm", "Doe v. Elm"],
    ["Elm Bldg. Trades v. Fir", "Elm Building Trades v. Fir"],
    ["City of Elm v. Fir", "Elm v. Fir"],
    ["Elm Bank v. Fir", "Elm Bank v. Fir. Oak v. Pine"],
    ["R. A. V. v. Elm", "R. A. V. v. City of Elm"],
    ["R.A.V. v. Elm", "R. A. V. v. City of Elm"],
    ["Elm v. T. V. A.", "Elm v. Tennessee Valley Authority"],
    ["Elm v. T. V. A.", "Elm v. T. V. A."],
    ["ELM V. FIR", "Elm v. Fir"],
  ])("%s, held as %s", (cited, held) => expect(difference(cited, held)).toBeNull());

  test("one name of several is enough", () => {
    expect(difference("Elm v. Fir", "Oak v. Pine", "Elm v. Fir")).toBeNull();
  });

  test("nothing is said against a name where none is held", () => expect(difference("Elm v. Fir")).toBeNull());
});

describe("a party differs", () => {
  test.each<[cited: string, held: string, which: string]>([
    ["Anderson v. Creighton", "Anderson v. Liberty Lobby, Inc.", "defendant"],
    ["Elm v. Liberty Lobby", "Anderson v. Liberty Lobby, Inc.", "plaintiff"],
    ["Elm v. Fir", "Oak v. Pine", "both"],
    ["United States v. Elm", "United States v. Fir", "defendant"],
    ["State v. Elm", "United States v. Elm", "plaintiff"],
    ["Ohio v. Elm", "Texas v. Elm", "plaintiff"],
    ["John Elm v. Oak", "John Fir v. Oak", "plaintiff"],
    ["First Nat. Bank of Alder v. Elm", "First National Bank of Chicago v. Elm", "plaintiff"],
    ["City of Chicago v. Elm", "City of Boston v. Elm", "plaintiff"],
    ["Doe v. Elm", "Roe v. Elm", "plaintiff"],
    ["Elm v. NLRB", "Elm v. Federal Trade Commission", "defendant"],
    ["In re Elm", "In re Fir", "matter"],
    ["Elm v. Fir", "In re Oak", "both"],
    ["R. A. V. v. Elm", "Oak v. Elm", "plaintiff"],
    ["Oak v. Elm", "R. A. V. v. Elm", "plaintiff"],
    ["Elm v. T. V. A.", "Elm v. Fir", "defendant"],
    ["Elm Insurance Co. v. Oak", "Fir Insurance Co. v. Oak", "plaintiff"],
  ])("%s, held as %s: %s", (cited, held, which) => expect(difference(cited, held)).toBe(which));
});
