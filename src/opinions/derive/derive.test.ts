import { describe, expect, it } from "vitest";
import { isEnBanc } from "./decision-form.ts";
import { precedentialNote } from "./precedential-note.ts";
import { publishStatus, publishStatusOfText, publishStatusOfWord } from "./publish-status.ts";
import { opinionTypeOfCapType, opinionTypeOfCode } from "./opinion-type.ts";
import { caseNameOf, cleanCaption } from "./case-name.ts";
import { headCitations } from "./head-citations.ts";

describe("en banc", () => {
  const said: readonly (readonly [head: readonly string[], enBanc: boolean])[] = [
    [["In Bank.", "[S. F. No. 112.", "ROE v. DOE."], true],
    [
      ["[In Bank. EX PARTE ROE ON HABEAS CORPUS. May 1, 1890.] A. Hale, for Petitioner, and so on for a long line"],
      true,
    ],
    [["En Banc.]", "[No. 551-1."], true],
    [["OPINION EN BANC"], true],
    [["Argued en banc Oct. 3, 1991."], true],
    [["ON REHEARING EN BANC"], true],
    [["Before HALE, Chief Judge, STONE and REED, Circuit Judges, en banc."], true],
    [["Before HALE and STONE, Circuit Judges.", "Rehearing and Rehearing En Banc Denied Jan. 6, 1993."], false],
    [["Suggestion for Rehearing In Banc Declined Jan. 4, 1993."], false],
    [["ON PETITION FOR REHEARING EN BANC"], false],
    [["Sitting en banc, the Court of Appeals vacated the panel's decision and affirmed."], false],
    [["Before we reach that, the Court of Appeals, sitting en banc, modified the opinion."], false],
    [["The debtor filed in bankruptcy."], false],
    [["See Roe v. Doe, 1 Samp. 2 (1990) (en banc)."], false],
    [[], false],
  ];
  it.each(said)("%j: %s", (head, enBanc) => {
    expect(isEnBanc(head)).toBe(enBanc);
  });
});

describe("the precedential note", () => {
  const printed: readonly (readonly [line: string, note: string | null, unpublished: boolean])[] = [
    ["[NOT FOR PUBLICATION]", "NOT FOR PUBLICATION", true],
    ["April 8, 1993 [NOT FOR PUBLICATION]", "NOT FOR PUBLICATION", true],
    ["[NOT FOR PUBLICATION--NOT TO BE CITED AS PRECEDENT]", "NOT FOR PUBLICATION--NOT TO BE CITED AS PRECEDENT", true],
    ["Not for Publication in the Samplia Reporter", "Not for Publication in the Samplia Reporter", true],
    ["NOT RECOMMENDED FOR FULL-TEXT PUBLICATION", "NOT RECOMMENDED FOR FULL-TEXT PUBLICATION", true],
    ["UNPUBLISHED", "UNPUBLISHED", true],
    ["UNPUBLISHED OPINION", "UNPUBLISHED OPINION", true],
    ["DO NOT PUBLISH", "DO NOT PUBLISH", true],
    ["NONPRECEDENTIAL DISPOSITION", "NONPRECEDENTIAL DISPOSITION", true],
    [
      "NOTICE: Local Rule 36.2(b)6 states unpublished opinions may be cited only in related cases.",
      "NOTICE: Local Rule 36.2(b)6 states unpublished opinions may be cited only in related cases.",
      true,
    ],
    [
      "* This disposition is not appropriate for publication and is not precedent except as the rules provide.",
      "This disposition is not appropriate for publication and is not precedent except as the rules provide.",
      true,
    ],
    [
      "* This disposition is not appropriate for publication and is not precedent except as provided by 9th Cir. R. 36-3.",
      "This disposition is not appropriate for publication and is not precedent except as provided by 9th Cir. R. 36-3.",
      true,
    ],
    [
      "This order is not precedent except under Fed. R. App. P. 32.1 and 7th Cir. I.O.P. 5. Submitted on briefs.",
      "This order is not precedent except under Fed. R. App. P. 32.1 and 7th Cir. I.O.P. 5.",
      true,
    ],
    [
      "This memorandum is not precedent in the 9th Cir. The judgment is affirmed.",
      "This memorandum is not precedent in the 9th Cir.",
      true,
    ],
    [
      "This decision shall not be cited except as 2d Cir. Local R. 32.1.1 allows",
      "This decision shall not be cited except as 2d Cir. Local R. 32.1.1 allows",
      true,
    ],
    [
      "This opinion is not final until the time of S.J.C. R. 27 has run. See below.",
      "This opinion is not final until the time of S.J.C. R. 27 has run.",
      false,
    ],
    [
      "RULINGS BY SUMMARY ORDER DO NOT HAVE PRECEDENTIAL EFFECT.",
      "RULINGS BY SUMMARY ORDER DO NOT HAVE PRECEDENTIAL EFFECT.",
      true,
    ],
    [
      "NOTICE: This opinion is subject to formal revision before publication in the Samplia Reports. Readers are requested to notify us.",
      "NOTICE: This opinion is subject to formal revision before publication in the Samplia Reports.",
      false,
    ],
    [
      "This opinion is uncorrected and subject to revision before publication.",
      "This opinion is uncorrected and subject to revision before publication.",
      false,
    ],
    [
      "NOT FINAL UNTIL TIME EXPIRES TO FILE A MOTION FOR REHEARING",
      "NOT FINAL UNTIL TIME EXPIRES TO FILE A MOTION FOR REHEARING",
      false,
    ],
    ["FOR PUBLICATION", null, false],
    ["RECOMMENDED FOR FULL-TEXT PUBLICATION", null, false],
    ["CERTIFIED FOR PUBLICATION", null, false],
    ["In an unpublished opinion, the Court of Appeals affirmed.", null, false],
    ["The county's records are not for publication under the statute at issue here.", null, false],
    ["The ordinance is subject to revision before publication.", null, false],
  ];
  it.each(printed)("%s", (line, note, unpublished) => {
    expect(precedentialNote([line])).toEqual({ note, unpublished });
  });

  it("joins several, each once", () => {
    const lines = ["NOT FOR PUBLICATION", "ROE v. DOE", "NOT FOR PUBLICATION", "NOT FINAL UNTIL JUDGMENT ISSUES"];
    expect(precedentialNote(lines).note).toBe("NOT FOR PUBLICATION | NOT FINAL UNTIL JUDGMENT ISSUES");
  });
});

describe("publish status", () => {
  it.each([
    ["Published", "published"],
    ["Precedential", "published"],
    ["Unpublished", "unpublished"],
    ["Non-Precedential", "unpublished"],
    ["Errata", "errata"],
    ["Separate", "separate"],
    ["In-chambers", "in_chambers"],
    ["Relating-to", "relating_to"],
    ["Unknown", "unknown"],
    ["", "unknown"],
    [null, "unknown"],
    ["Slip", "unknown"],
  ])("of the word %s is %s", (word, status) => {
    expect(publishStatusOfWord(word)).toBe(status);
  });

  it.each([
    ["Published", "unpublished", "unpublished"],
    ["Published", null, "published"],
    [null, "in_chambers", "in_chambers"],
    ["Errata", "unpublished", "errata"],
    ["Relating-to", null, "relating_to"],
    [null, null, "unknown"],
  ] as const)("source %s, text %s: %s", (word, ofText, status) => {
    expect(publishStatus(word, ofText)).toBe(status);
  });

  it("is read from an opinion in chambers", () => {
    expect(publishStatusOfText(["No. A-12", "JUSTICE HALE, Circuit Justice."], false)).toBe("in_chambers");
    expect(publishStatusOfText(["The judge met counsel in chambers and heard them."], false)).toBeNull();
  });
});

describe("opinion types", () => {
  it("cover every code and word, and no other", () => {
    expect(opinionTypeOfCode("035concurrenceinpart")).toBe("concurrence_in_part");
    expect(opinionTypeOfCode("015unamimous")).toBe("unanimous");
    expect(opinionTypeOfCode("099other")).toBeNull();
    expect(opinionTypeOfCapType("majority")).toBe("lead");
    expect(opinionTypeOfCapType("Dissent")).toBe("dissent");
    expect(opinionTypeOfCapType("headnote")).toBeNull();
  });
});

describe("case names", () => {
  it.each([
    ["ROE  v.\n DOE.", "ROE v. DOE"],
    ["Roe &amp; Co. v. Doe&#39;s Inc.", "Roe & Co. v. Doe's Inc."],
    ["ROE v. DOE *", "ROE v. DOE"],
    ["Roe et al.", "Roe et al."],
    ["<b>Roe</b> v. Doe,", "Roe v. Doe"],
    ["Roe v. . Hale.", "Roe v. Hale"],
    ["ROE v. HALE & SONS, INC.", "ROE v. HALE & SONS, INC."],
    ["Roe v. Hale Safety Appeals Bd.", "Roe v. Hale Safety Appeals Bd."],
    ["Roe v. Hale Trade Comm'n.", "Roe v. Hale Trade Comm'n."],
    ["Roe v. Hale Energy, L.P.", "Roe v. Hale Energy, L.P."],
    ["ROE, Plaintiff, v. HALE, Defendants.", "ROE, Plaintiff, v. HALE, Defendants"],
  ])("caption %j", (raw, caption) => {
    expect(cleanCaption(raw)).toBe(caption);
  });

  it.each([
    ["JANE ROE, Plaintiff, v. JOHN DOE, Defendant", "Roe v. Doe", "Roe v. Doe"],
    ["IN THE MATTER OF HALE, a Minor", "In re Hale", "In re Hale"],
    ["JANE ROE v. HALE CORPORATION", "Roe v. Hale Corp.", "Roe v. Hale Corp."],
    ["Jane Roe v. John Doe", "Roe", "Jane Roe v. John Doe"],
    ["Jane Roe v. John Doe", "", "Jane Roe v. John Doe"],
    ["Jane Roe v. John Doe", null, "Jane Roe v. John Doe"],
  ])("%s, short %s", (caption, short, name) => {
    expect(caseNameOf(caption, short)).toBe(name);
  });
});

describe("citations above the text", () => {
  it.each([
    [["611 F.3d 79 (2010)", "ROE v. DOE"], ["611 F.3d 79"]],
    [
      ["23 Samp. 394", "NOTICE: Unpublished.", "24 Samp.2d 12", "Jane ROE"],
      ["23 Samp. 394", "24 Samp.2d 12"],
    ],
    [["Jane ROE", "611 F.3d 79"], []],
    [["12 May 1993"], []],
    [[], []],
  ])("%j", (lines, cited) => {
    expect(headCitations(lines).map(({ citedAs }) => citedAs)).toEqual(cited);
  });
});
