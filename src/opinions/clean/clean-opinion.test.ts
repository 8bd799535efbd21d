import { describe, expect, it } from "vitest";
import { firstUnmapped, foreignIn, unbalancedIn } from "#test/opinions/clean-html.ts";
import { cleanOpinion } from "./clean-opinion.ts";

function cleanHtml(html: string): ReturnType<typeof cleanOpinion> {
  return cleanOpinion({ html });
}

describe("the text column taken", () => {
  it("is the richest that holds words", () => {
    const columns = {
      plain_text: "Plain.",
      html_with_citations: "<p>Cited.</p>",
      xml_harvard: "<opinion><p> </p></opinion>",
    };
    const cleaned = cleanOpinion({ columns });
    expect(cleaned.textSource).toBe("html_with_citations");
    expect(cleaned.text.text).toBe("Cited.");
  });

  it("is none where none holds a word", () => {
    const cleaned = cleanOpinion({ columns: { plain_text: " \n ", html: null, html_lawbox: "<p></p>" } });
    expect(cleaned.textSource).toBe("");
    expect(cleaned.text).toMatchObject({ html: "", text: "" });
  });
});

describe("HTML to text", () => {
  const cases: readonly (readonly [source: string, text: string])[] = [
    ["<p>One  \n two.</p><p>Three.</p>", "One two.\n\nThree."],
    ["<p>Doe <em>v. </em>Roe</p>", "Doe v. Roe"],
    ["<p>un<b>broken</b> word</p>", "unbroken word"],
    ["<center><b>ROE,<br>v.<br>DOE.</b></center>", "ROE,\nv.\nDOE."],
    ["Bare words<p>in a paragraph</p>and after", "Bare words\n\nin a paragraph\n\nand after"],
    ["<p>Smith &amp; Sons, &sect;&nbsp;5 &lt;b&gt;</p>", "Smith & Sons, § 5 <b>"],
    ["<ul><li>first<li>second</ul>", "first\nsecond"],
    ["<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"],
    ["<pre>one\n  two</pre>", "one two"],
    ["<div><pre>one\n  two</pre></div>", "one\n  two"],
    ["<p>a<script>alert(1)</script>b</p>", "ab"],
    ["<p>em\u00ad ployer</p>", "employer"],
    ["<p>dropped \u0000 between \u0000</p>", "dropped between"],
    ["<p>nul\u0000 and \ud800 half</p>", "nul and half"],
    ["<p>pair \u{1f600} kept</p>", "pair \u{1f600} kept"],
    ["<p>Zeta\u0097the maker\u0097under \u0093oath\u0094</p>", "Zeta\u2014the maker\u2014under \u201coath\u201d"],
    ["<p>Zeta&#151;the &#x93;maker&#x94;</p>", "Zeta\u2014the \u201cmaker\u201d"],
    ["<p>One <svg><path d='M0 0'/> two.</p><p>Three.", "One two.\n\nThree."],
    ["<p>One <select><option>two</p><noscript><p>Three <svg>four</svg> five.", "One two\n\nThree five."],
    ["<p>One <svg>not this</svg> two <noscript>nor this</noscript></p>", "One two"],
    ["<blockquote>Quoted <p>twice.</blockquote>After", "Quoted\n\ntwice.\n\nAfter"],
    [
      '<div class="num" id="p1"><span class="num">1</span><p class="indent">We granted review.</p></div>',
      "We granted review.",
    ],
    [
      '<p>See <a href="/opinion/1/roe-v-doe/">1 Samp. 2</a> and <a href="http://x.test">that</a>.</p>',
      "See 1 Samp. 2 and that.",
    ],
  ];
  it.each(cases)("%s", (source, text) => {
    const cleaned = cleanHtml(source);
    expect(cleaned.text.text).toBe(text);
    expect(foreignIn(cleaned.text.html)).toEqual([]);
    expect(unbalancedIn(cleaned.text.html)).toEqual([]);
    expect(firstUnmapped(cleaned.text)).toBe(-1);
  });

  it("keeps emphasis, quotations and centring", () => {
    const { html } = cleanHtml('<p style="text-align:center">A <i>v.</i> B</p><blockquote><p>Q</p></blockquote>').text;
    expect(html).toBe('<p class="center">A <i>v.</i> B</p>\n<blockquote><p>Q</p>\n</blockquote>\n');
  });

  it("keeps no link but those between footnotes, and no foreign image", () => {
    const { html } = cleanHtml('<p><a href="https://x.test/">out</a><img src="https://x.test/p.png"></p>').text;
    expect(html).toBe("<p>out</p>\n");
  });

  it("keeps an image that the source carries in itself", () => {
    const { html } = cleanHtml('<p>A <img class="p" height="3" src="data:image/png;base64,iVBORw0KGgo="> B</p>').text;
    expect(html).toBe('<p>A<img src="data:image/png;base64,iVBORw0KGgo=" height="3" alt=""> B</p>\n');
  });
});

describe("page markers", () => {
  const kinds: readonly (readonly [kind: string, source: string])[] = [
    ["star-pagination", '<p>of the <span class="star-pagination">*12</span> court</p>'],
    [
      "star-pagination with a label",
      '<p>of the <span citation-index="1" class="star-pagination" label="12"> \n *12\n </span>\n court</p>',
    ],
    ["Page word", '<p>of the <span class="star-pagination">*Page 12</span> court</p>'],
    ["page-number", '<p>of the <page-number citation-index="1" label="12">*12</page-number>court</p>'],
    ["page-label", '<p>of the <a class="page-label" data-label="12" href="#p12">*12</a>court</p>'],
    ["page-label without words", '<p>of the <a class="page-label" data-label="12"></a>court</p>'],
    ["pagenum", '<p>of the <span class="pagenum">[*12]</span> court</p>'],
  ];
  it.each(kinds)("%s", (_kind, source) => {
    const { text, markers } = cleanHtml(source);
    expect(text.text).toBe("of the court");
    expect(text.html).toContain('of the<svc-ps label="12" reporter="1">12</svc-ps> court');
    expect(markers).toEqual([{ label: "12", reporter: 1, offset: 7, inFootnote: false }]);
  });

  it("say which reporter numbers them, and when the number is unreadable", () => {
    const { markers } = cleanHtml(
      '<p><page-number citation-index="2" label="9A">*9A</page-number>a <span class="star-pagination">*?</span> b</p>',
    );
    expect(markers.map(({ label, reporter }) => [label, reporter])).toEqual([
      ["9A", 2],
      ["?", 1],
    ]);
  });

  it("leave a word that is torn over the page whole in the text", () => {
    expect(cleanHtml('<p>cor<page-number label="5">*5</page-number>poration</p>').text.text).toBe("corporation");
  });
});

describe("page marks written as words", () => {
  const text = "<p>We begin. *101 Then this.</p><p>And *102 that, and *103 so on.</p>";
  it("are markers when they count up from near the decision's first page", () => {
    const { markers, text: cleaned } = cleanOpinion({ html: text }, { firstPages: [100] });
    expect(markers.map(({ label }) => label)).toEqual(["101", "102", "103"]);
    expect(cleaned.text).toBe("We begin. Then this.\n\nAnd that, and so on.");
  });

  it.each([
    ["far from the decision's pages", text, [900]],
    ["citations of a treatise", "<p>2 Commentaries *24, and *25-*27; see 4 id. *3.</p>", [20]],
    ["pages of a database", "<p>2001 WL 99, at *3, and at *4, *4.</p>", []],
    ["footnote marks", "<p>The plea*1 was</p>", []],
  ])("are words when they are %s", (_why, source, firstPages) => {
    const { markers, text: cleaned } = cleanOpinion({ html: source }, { firstPages });
    expect(markers).toEqual([]);
    expect(cleaned.text).toContain("*");
  });

  it("are markers wherever brackets or the word say so", () => {
    expect(cleanOpinion({ plain: "Decided May 3. [*1] In the matter. [*2] We hold" }).markers).toHaveLength(2);
    expect(cleanOpinion({ plain: "We hold *Page 7 that" }).markers).toHaveLength(1);
  });
});

describe("footnotes", () => {
  const kinds: readonly (readonly [kind: string, source: string])[] = [
    [
      "footnotemark",
      '<p>Text.<footnotemark>1</footnotemark> More.</p><footnote label="1"><p> The note.</p></footnote>',
    ],
    [
      "anchors",
      '<p>Text.<a class="footnote" href="#fn1" id="fn1_ref">1</a> More.</p><div class="footnotes"><div class="footnote" id="fn1"><a class="footnote" href="#fn1_ref">1</a><p>The note.</p></div></div>',
    ],
    [
      "Columbia",
      '<p>Text.<sup id="ref-fn1"><a href="#fn1">1</a></sup> More. <footnote_body><sup id="fn1"><a href="#ref-fn1">1</a></sup> The note.</footnote_body></p>',
    ],
    ["brackets", "<div><p>Text.<sup>[1]</sup> More.</p><p>[1]  The note.</p></div>"],
  ];
  it.each(kinds)("of kind %s are linked both ways and stand behind the text", (_kind, source) => {
    const { text, footnotes } = cleanOpinion({ html: source }, { idPrefix: "o7-" });
    expect(text.text).toBe("Text. More.\n\n1 The note.");
    expect(footnotes).toEqual([{ label: "1", start: 13, end: 24, referenceOffset: 5 }]);
    expect(text.html).toContain('<a class="footnote-reference" href="#o7-fn-1" id="o7-fnref-1">1</a>');
    expect(text.html).toContain('<aside class="footnote" id="o7-fn-1">');
    expect(text.html).toContain('<a class="footnote-back" href="#o7-fnref-1">1</a>');
    expect(foreignIn(text.html)).toEqual([]);
    expect(unbalancedIn(text.html)).toEqual([]);
    expect(firstUnmapped(text)).toBe(-1);
  });

  it("with one mark on several pages go to the notes in their order", () => {
    const { text } = cleanHtml(
      '<p>a<footnotemark>*</footnotemark> b<footnotemark>*</footnotemark></p><footnote label="*"><p>first</p></footnote><footnote label="*"><p>second</p></footnote>',
    );
    expect(text.html).toContain('a<a class="footnote-reference" href="#fn-1"');
    expect(text.html).toContain('b<a class="footnote-reference" href="#fn-2"');
  });

  it("without a body keep their mark, and a body without a mark its label", () => {
    const { text, footnotes } = cleanHtml(
      '<p>a<footnotemark>3</footnotemark> b</p><footnote label="9"><p>lost</p></footnote>',
    );
    expect(text.html).toContain('<sup class="footnote-reference">3</sup>');
    expect(text.html).toContain('<span class="footnote-label">9</span> lost');
    expect(footnotes[0]?.referenceOffset).toBeNull();
  });

  it("are called between words, whatever stands around the call", () => {
    const call = '<a class="footnote" href="#fn1" id="fn1_ref">1</a>';
    const cases = [
      [`<p>as Claim 2.${call}B. The claim</p>`, "as Claim 2. B. The claim"],
      [`<p>the court${call} held, and so${call}, (as${call}) it${call}’s</p>`, "the court held, and so, (as) it’s"],
    ] as const;
    for (const [html, text] of cases) {
      const cleaned = cleanHtml(html);
      expect(cleaned.text.text).toBe(text);
      expect(firstUnmapped(cleaned.text)).toBe(-1);
    }
  });

  it("are not made of exponents", () => {
    expect(cleanHtml("<p>10<sup>6</sup> units</p>").text.text).toBe("106 units");
  });
});
