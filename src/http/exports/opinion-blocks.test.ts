import { expect, test } from "vitest";
import { readBriefFile } from "#briefs/briefs.ts";
import { docxOf } from "./docx.ts";
import { blocksOf } from "./opinion-blocks.ts";

const HTML =
  '<p class="center">ALDER &amp; CO.</p><p>The <em>pier</em><svc-ps label="341" reporter="1">341</svc-ps> was let.' +
  '<sup class="footnote-reference"><a href="#n">1</a></sup></p><blockquote><p>A term of years.</p></blockquote>' +
  '<section class="footnotes"><aside class="footnote" id="n"><p>1 See below.</p></aside></section>';

test("an opinion is paragraphs with its pages, quotations and notes", () => {
  const blocks = blocksOf(HTML);
  const told = blocks.map((block) => [block.kind, "runs" in block ? block.runs : []] as const);
  expect(told.map(([kind]) => kind)).toEqual(["center", "paragraph", "quote", "note"]);
  const texts = told.map(([, runs]) => runs.map((run) => (typeof run === "string" ? run : run.text)).join(""));
  expect(texts).toEqual(["ALDER & CO.", "The pier[*341]  was let.1", "A term of years.", "1 See below."]);
  expect(told[1]?.[1]).toContainEqual({ text: "pier", isItalic: true, isBold: false, isRaised: false });
  expect(told[1]?.[1]).toContainEqual({ text: "1", isItalic: false, isBold: false, isRaised: true });
});

test("it reads back from the Word file", async () => {
  const { text } = await readBriefFile(docxOf(blocksOf(HTML), "Alder, 12 Samp. 340"), "opinion.docx");
  expect(text).toContain("ALDER & CO.");
  expect(text).toContain("was let.");
});
