import { describe, expect, it } from "vitest";
import { authorshipOfField, authorshipOfHead, authorshipOfSlip } from "./author.ts";
import { judgesFromHead, judgesFromList, judgesFromVotes } from "./judges.ts";
import { judgeName, mergedNames } from "./names.ts";

describe("a judge's name", () => {
  it.each([
    ["HALE", "Hale"],
    ["McKAY", "McKay"],
    ["O\u2019BRIEN", "O\u2019Brien"],
    ["QUINN-STONE", "Quinn-Stone"],
    ["Mr. Justice Hale,", "Hale"],
    ["Me. Chief Justice Hale", "Hale"],
    ["JANE A. HALE", "Jane A. Hale"],
    ["van der Hale", "van der Hale"],
    ["HALE, JR.", null],
    ["Hale Jr.", "Hale Jr"],
    ["Paragraph", null],
    ["Curiam", null],
    ["the Court", null],
    ["MCG", null],
    ["one. Specifically", null],
    ["H4LE", null],
    ["X", null],
    ["", null],
  ])("%j is %j", (raw, name) => {
    expect(judgeName(raw)).toBe(name);
  });

  it("is kept once, in its fuller and better spelling", () => {
    expect(mergedNames(["OCONNOR", "Hale", "O'Connor", "Jane Hale", "Reed"])).toEqual([
      "O'Connor",
      "Jane Hale",
      "Reed",
    ]);
  });
});

describe("a panel with its office first", () => {
  it("ends with its line, whatever the counsel below are called", () => {
    const lines = [
      "Panel consists of Justices HALE, REED, and QUINN.",
      "Martin Vale, Orrin & Justice, Houston, for appellant.",
    ];
    expect(judgesFromHead(lines)).toEqual(["Hale", "Reed", "Quinn"]);
  });
});

describe("judges", () => {
  it.each([
    [["Before HALE and STONE, Circuit Judges, and REED, District Judge."], ["Hale", "Stone", "Reed"]],
    [
      ["Before", "Hale, Chief Judge,", "Stone and Reed, Circuit Judges."],
      ["Hale", "Stone", "Reed"],
    ],
    [["Argued Before HALE, C.J., and STONE, J."], ["Hale", "Stone"]],
    [["Before we turn to the merits we note that Judges differ."], []],
    [["ROE v. DOE"], []],
  ])("of the head %j", (lines, names) => {
    expect(judgesFromHead(lines)).toEqual(names);
  });

  it.each([
    ["HALE, P. J., and STONE, J., concur.", ["Hale", "Stone"]],
    ["(Hale & Stone, JJ., concur.)", ["Hale", "Stone"]],
    ["Before: N. J. Hale, P.J., and Stone and J. E. Reed,", ["N. J. Hale", "Stone", "J. E. Reed"]],
    ["HALE and STONE, JJ\u201e concur.", ["Hale", "Stone"]],
    ["JANE HALE, C.J., JOHN STONE, JJ\u201e and ANN REED, C.J.", ["Jane Hale", "John Stone", "Ann Reed"]],
    ["Court composed of ANN HALE, JOHN STONE, and B. REED, Judges.", ["Ann Hale", "John Stone", "B. Reed"]],
    ["Hale, J., delivered the opinion of the Court, in which Stone and Reed, JJ., joined.", ["Hale"]],
    ["All the Justices concur.", []],
    ["", []],
  ])("of the statement %j", (statement, names) => {
    expect(judgesFromVotes([statement])).toEqual(names);
  });

  it("of a source's list, without what its scan made of other words", () => {
    expect(judgesFromList("Discussed, Hale, Paragraph, STONE, Hale")).toEqual(["Hale", "Stone"]);
  });
});

describe("the author", () => {
  it.each([
    ["MR. JUSTICE HALE delivered the opinion of the Court.", "Hale"],
    ["Mr. Chief Justice Hale delivered the opinion.", "Hale"],
    ["By Me. Justice Hale :", "Hale"],
    ["Justice O\u2019Hale, dissenting.", "O\u2019Hale"],
    ["JUSTICE HALE, with whom JUSTICE STONE joins, dissenting.", "Hale"],
    ["HALE, Circuit Judge. This appeal concerns a lease.", "Hale"],
    ["HALE, Chief Judge:", "Hale"],
    ["JANE HALE, District Judge.", "Jane Hale"],
    ["HALE, J.", "Hale"],
    ["Hale, C. J.:", "Hale"],
    ["Opinion by Judge HALE", "Hale"],
    ["Justice Hale took no part in the decision of this case.", null],
    ["HALE and STONE, JJ., concur.", null],
    ["Hale, J., concurs.", null],
    ["The judge found the witness credible.", null],
    ["Justice requires that we reverse.", null],
  ])("%s", (line, author) => {
    expect(authorshipOfHead([line])).toEqual({ author, perCuriam: false });
  });

  it.each([
    ["PER CURIAM.", true],
    ["Per Curiam. Petitioner was convicted.", true],
    ["Opinion PER CURIAM", true],
    ["PER CURIAM:", true],
    ["Roe v. Doe (per curiam) held so.", false],
    ["Per curiam opinions are rare in this court and bind it.", false],
  ])("%s", (line, perCuriam) => {
    expect(authorshipOfHead([line]).perCuriam).toBe(perCuriam);
  });

  it.each([
    [
      "(Slip Opinion) OCTOBER TERM, 2010 Syllabus NOTE: It is affirmed. STONE, J., delivered the opinion of the Court, in which HALE, C. J., joined.",
      "Stone",
      false,
    ],
    [
      "OCTOBER TERM, 2010 (Slip Opinion) Syllabus Held: Affirmed. O\u2019HALE, C. J., announced the judgment of the Court.",
      "O\u2019Hale",
      false,
    ],
    [
      "NOTICE: This opinion is subject to formal revision before publication. No. 10\u20135 [January 20, 2010] CHIEF JUSTICE HALE delivered the opinion of the Court. So JUSTICE STONE said.",
      "Hale",
      false,
    ],
    [
      "NOTICE: This opinion is subject to formal revision. No. 10\u20135 [January 20, 2010] JUSTICE STONE, dissenting.",
      "Stone",
      false,
    ],
    [
      "NOTICE: This opinion is subject to formal revision. No. 10\u20135 [January 20, 2010] PER CURIAM. The petition is granted.",
      null,
      true,
    ],
    ["(Slip Opinion) Syllabus Held: as JUSTICE HALE has said, it is so.", null, false],
    ["A long text [January 20, 2010] JUSTICE STONE delivered the opinion of the Court.", null, false],
  ])("of the slip %j", (text, author, perCuriam) => {
    expect(authorshipOfSlip(text)).toEqual({ author, perCuriam });
  });

  it.each([
    ["HALE", "Hale", false],
    ["per curiam", null, true],
    ["the Court", null, false],
    ["syllabus", null, false],
    ["Hale, J.", "Hale", false],
    ["", null, false],
    [null, null, false],
  ])("of the field %j", (field, author, perCuriam) => {
    expect(authorshipOfField(field)).toEqual({ author, perCuriam });
  });
});
