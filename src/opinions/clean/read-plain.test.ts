import { describe, expect, it } from "vitest";
import { cleanOpinion } from "./clean-opinion.ts";

function textOf(plain: string, lineBreaks: "wrap" | "paragraph" = "wrap"): string {
  return cleanOpinion({ plain, lineBreaks }).text.text;
}

const SLIP = `
          Court of Appeals of Samplia
                    First Division

No. 12-345

                       ROE,
                     Appellee,
                         v.
                       DOE,
                     Appellant.

          HALE, Judge.   This appeal by Doe, a company convicted

of storing goods without a permit, raises two issues.  The first is

whether the peti-

                               -2-
tion was timely under the rule that governs plaintiff-

appellees in this court.

          The second issue, on which the petition turns, concerns the

plaintiff and the appellees, who sue alone.   The rule provides:

          A person who stores goods shall hold a
          permit for as long as the goods remain.

          We affirm.
`;

describe("plain text laid out as a page", () => {
  const paragraphs = textOf(SLIP).split("\n\n");

  it("keeps the lines of the caption", () => {
    expect(paragraphs).toContain("ROE,\nAppellee,\nv.\nDOE,\nAppellant.");
  });

  it("joins double-spaced lines, over the page's number, and hyphens as the text shows", () => {
    expect(paragraphs).toContain(
      "HALE, Judge. This appeal by Doe, a company convicted of storing goods without a permit, raises two issues. The first is whether the petition was timely under the rule that governs plaintiff-appellees in this court.",
    );
  });

  it("parts paragraphs by their indent", () => {
    expect(paragraphs).toContain(
      "The second issue, on which the petition turns, concerns the plaintiff and the appellees, who sue alone. The rule provides:",
    );
    expect(paragraphs).toContain("A person who stores goods shall hold a permit for as long as the goods remain.");
    expect(paragraphs.at(-1)).toBe("We affirm.");
  });

  it("reads the same when it comes as preformatted HTML with citations between", () => {
    const html = `<pre class="inline">${SLIP.replace("timely", 'timely, </pre><span class="citation"><a href="/opinion/1/x/">1 Samp. 2</a></span><pre class="inline">,')}</pre>`;
    expect(cleanOpinion({ html }).text.text).toContain("whether the petition was timely, 1 Samp. 2, under the rule");
  });

  it("takes off the numbers of numbered lines", () => {
    const lines = Array.from(
      { length: 30 },
      (_, at) => `${String((at % 25) + 1).padStart(2)}   words of the opinion that fill the line`,
    );
    expect(textOf(lines.join("\n"))).not.toMatch(/\d/u);
  });
});

describe("plain text without layout", () => {
  const long = "The question presented is whether the statute reaches conduct of this kind, and we hold that it does. "
    .repeat(3)
    .trim();
  it("parts paragraphs by blank lines and takes a single break for a space", () => {
    expect(textOf(`${long}\n${long}\n\n\n  ${long}`)).toBe(`${long} ${long}\n\n${long}`);
  });

  it("takes each line for a paragraph where the source says so", () => {
    expect(textOf("One.\nTwo.\n", "paragraph")).toBe("One.\n\nTwo.");
  });

  it("reads all kinds of line ends alike", () => {
    expect(textOf(`${long}\r\n\r\n${long}\f${long}`)).toBe(`${long}\n\n${long}\n\n${long}`);
  });
});

describe("letters that a font has moved", () => {
  const words = [
    "The court held that the owner of the pier had let it to the town for a term of ten years,",
    "and that the rent was to be paid by the keeper of the harbor on the first day of each month.",
    "It is not said in the lease what is to be done with the goods that are left on the pier when",
    "the term has ended; but the statute of 1958 gives them to the owner, as 9 Samp. 310 has it.",
  ];
  const moved = words.map((line) =>
    Array.from(line, (sign) => (sign === " " ? sign : String.fromCharCode(sign.charCodeAt(0) - 29))).join(""),
  );
  const escaped = moved.map((line) => line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"));

  it("are put right, in plain text and between tags", () => {
    expect(textOf(moved.join("\n"))).toBe(words.join(" "));
    const { text, account } = cleanOpinion({ html: `<pre>${escaped.join("\n")}</pre>` });
    expect(text.text).toBe(words.join(" "));
    expect(account.lost).toEqual({});
  });

  it("of a text that another column has whole are passed over, and refused where none has", () => {
    const order = "qzjxkvbwpyfmgculdrhsntioae";
    const swapped = words
      .join("\n")
      .toLowerCase()
      .replace(/[a-z]/gu, (letter) => order.charAt(letter.charCodeAt(0) - 97));
    const columns = { html_with_citations: `<pre>${swapped}</pre>`, plain_text: words.join("\n") };
    expect(cleanOpinion({ columns })).toMatchObject({ textSource: "plain_text" });
    expect(() => cleanOpinion({ plain: swapped })).toThrow(/letters of its text/u);
  });
});
