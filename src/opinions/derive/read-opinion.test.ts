import { describe, expect, it } from "vitest";
import type { RawOpinion } from "./read-opinion.ts";
import { readOpinion } from "./read-opinion.ts";

const PAGE = "The lease was void from the beginning, and the rent paid under it must be returned. ".repeat(22);
const OPINION: RawOpinion = {
  text: {
    columns: {
      xml_harvard:
        '<opinion type="majority"><author id="b1">Mr. Justice O\u2019Hale</author>' +
        `<p>delivered the opinion of the Court.</p><p>${PAGE}<page-number citation-index="1" label="12">*12</page-number>${PAGE}` +
        `<page-number citation-index="1" label="13">*13</page-number>${PAGE}</p></opinion>`,
      plain_text: "Other words.",
    },
  },
  type: "lead",
  citations: [
    { volume: "9", reporter: "U.S.", page: "11", citedAs: "9 U.S. 11" },
    { volume: "4", reporter: "S. Ct.", page: "5", citedAs: "4 S. Ct. 5" },
  ],
  author: "OHALE",
  statusWord: "Published",
};

describe("reading an opinion", () => {
  it("gives its text and what it says of itself", () => {
    const read = readOpinion(OPINION);
    expect(read).toMatchObject({
      textSource: "xml_harvard",
      author: "O\u2019Hale",
      judges: ["O\u2019Hale"],
      perCuriam: false,
      enBanc: false,
      precedentialNote: null,
      publishStatus: "published",
      paginationCitation: "9 U.S. 11",
    });
    expect(read.markers.map(({ label }) => label)).toEqual(["12", "13"]);
  });

  it("believes the court's own limit before the source's word", () => {
    const plain =
      "[NOT FOR PUBLICATION]\n\nROE v. DOE\n\nBefore HALE and STONE, Circuit Judges.\n\nPer Curiam. Affirmed.";
    expect(readOpinion({ text: { plain }, type: "combined", citations: [], statusWord: "Published" })).toMatchObject({
      publishStatus: "unpublished",
      precedentialNote: "NOT FOR PUBLICATION",
      perCuriam: true,
      author: null,
      judges: ["Hale", "Stone"],
    });
  });

  it("never calls a dissent per curiam for words in its head", () => {
    const plain = "PER CURIAM.\n\nJUSTICE HALE, dissenting.\n\nI would reverse.";
    expect(readOpinion({ text: { plain }, type: "dissent", citations: [] }).perCuriam).toBe(false);
  });

  it("takes the book from the citation an edition prints above the text", () => {
    const html = `<center><b>611 F.3d 79 (2010)</b></center><p>${PAGE.repeat(2)}<span class="star-pagination">*80</span> ${PAGE.repeat(2)}<span class="star-pagination">*81</span> end</p>`;
    const read = readOpinion({ text: { html }, type: "lead", citations: [] });
    expect(read.paginationCitation).toBe("611 F.3d 79");
    expect(read.headCitations.map(({ citedAs }) => citedAs)).toEqual(["611 F.3d 79"]);
  });

  it("says nothing of an opinion without words", () => {
    expect(readOpinion({ text: { columns: {} }, type: "lead", citations: [] })).toMatchObject({
      textSource: "",
      author: null,
      perCuriam: false,
      paginationCitation: null,
      publishStatus: "unknown",
    });
  });
});
