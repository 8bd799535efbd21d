import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { firstUnmapped, foreignIn, unbalancedIn } from "#test/opinions/clean-html.ts";
import { cleanOpinion } from "./clean-opinion.ts";

const TRICKS: readonly string[] = [
  "<script>alert(1)</script>",
  "<SCRIPT SRC=//x.test/x.js></SCRIPT>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  '<img src=x onerror="alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<img src="data:image/png;base64,AAAA" onload=alert(1)>',
  '<img src="data:image/png;base64,AA\\"AA onload=alert(1)">',
  "<svg/onload=alert(1)>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<template><script>alert(1)</script></template>",
  '<a href="javascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="#fn1&quot; onclick=&quot;alert(1)">1</a>',
  '<a href="#fn1" id="fn1_ref" onclick="alert(1)">1</a><div class="footnote" id="fn1&quot; onload=&quot;x"><p>n</p></div>',
  '<iframe src="https://x.test"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  "<object data=x.swf></object><embed src=x>",
  "<base href=https://x.test/>",
  '<meta http-equiv="refresh" content="0;url=https://x.test">',
  '<link rel=stylesheet href="https://x.test/x.css">',
  '<p style="display:none;background:url(javascript:alert(1))">x</p>',
  '<form action="https://x.test"><input name=q><button formaction=javascript:alert(1)>b</button></form>',
  "<!--[if gte IE 4]><script>alert(1)</script><![endif]-->",
  "<!-- --!><script>alert(1)</script> -->",
  "<![CDATA[<script>alert(1)</script>]]>",
  "<?xml-stylesheet href='x'?><script>alert(1)</script>",
  "<plaintext><script>alert(1)</script>",
  "<xmp><script>alert(1)</script></xmp>",
  "<textarea><script>alert(1)</script></textarea><title><b></title>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&amp;lt;script&amp;gt;",
  '<page-number label="1&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;">*1"&gt;&lt;script&gt;</page-number>',
  '<span class="star-pagination">*1<script>alert(1)</script></span>',
  '<span class="num"><script>alert(1)</script>"&gt;</span>',
  '<footnotemark>"&gt;&lt;img src=x onerror=alert(1)&gt;</footnotemark>',
  '<footnote label="&quot;&gt;&lt;script&gt;"><p>x</p></footnote>',
  '<td colspan="2&quot; onclick=&quot;x">a</td><table><td colspan=99999 rowspan=-1 onclick=x>b',
  '<p class="center&quot; onclick=&quot;x">x</p>',
  "<p <script>alert(1)</script>>x",
  "<<p>p>alert(1)<</p>/p>",
  "<p/onclick=alert(1)>x",
  '<svc-ps label="x" onclick="alert(1)">5</svc-ps>',
  "<a\u0000href=javascript:alert(1)>x</a>",
  "<scr\u0000ipt>alert(1)</scr\u0000ipt>",
  "<b><i><p></b>x</i></p></table></aside></section>",
];

function expectClean(source: string): void {
  const { text } = cleanOpinion({ html: source }, { idPrefix: "o1-" });
  expect(foreignIn(text.html)).toEqual([]);
  expect(unbalancedIn(text.html)).toEqual([]);
  expect(firstUnmapped(text)).toBe(-1);
}

const NAMES: readonly string[] = (
  "p div span i b a sup pre center table tr td th caption ul li dl dd blockquote h1 hr br img script style svg math " +
  "footnote footnotemark footnote_body page-number author opinion svc-ps section aside title textarea noscript"
).split(" ");
const ATTRIBUTES: readonly string[] = [
  'class="footnote"',
  'class="star-pagination"',
  'class="num"',
  'class="page-label"',
  'label="12"',
  'label="&quot;x"',
  'href="#fn1"',
  'href="#fn1_ref"',
  'href="javascript:x"',
  'id="fn1"',
  "onclick=x",
  "style=display:none",
  'colspan="3"',
  'src="data:image/gif;base64,R0lG"',
  "src=x",
  "'",
  '"',
  "=",
  "\u0000",
];
const WORDS: readonly string[] =
  "word|two words |*12|[1]|12|&amp;|&lt;|&nbsp;|&#0;|<|>|\u00ad| |\n|<!--|-->|<![CDATA[|]]>|<?|<!x|\ud83d|\ude00|\uffff|\u2028".split(
    "|",
  );
const openTag = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 2 }))
  .map(([name, rest]) => `<${[name, ...rest].join(" ")}>`);
const piece = fc.oneof(
  { weight: 3, arbitrary: openTag },
  { weight: 3, arbitrary: fc.constantFrom(...NAMES).map((name) => `</${name}>`) },
  { weight: 4, arbitrary: fc.constantFrom(...WORDS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
);

describe("what a page could run never comes through", () => {
  it.each(TRICKS)("%s", (trick) => {
    expectClean(trick);
    expectClean(`<p>before ${trick} after</p>`);
    expectClean(`<table><tr><td>${trick}</table>`);
    expectClean(`<footnote label="1"><p>${trick}</p></footnote>`);
  });

  it("whatever the source, the output parses to the allow-list, is balanced, and its map is exact", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        expectClean(parts.join(""));
      }),
      { numRuns: 1_500 },
    );
  });

  it("cleaning what is clean changes no word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("<p>", "</p>", "<i>", "</i>", "a b", "&lt;", " c", "<br>"), { maxLength: 25 }),
        (parts) => {
          const once = cleanOpinion({ html: parts.join("") }).text;
          expect(cleanOpinion({ html: once.html }).text.text).toBe(once.text);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("sources of any size and depth", () => {
  it.each(["div", "b", "blockquote", "table", "footnote", "center", "ul"])("100,000 nested %s elements", (name) => {
    const depth = 100_000;
    const { text } = cleanOpinion({
      html: `${`<${name}>`.repeat(depth)}core${`</${name}>`.repeat(depth)}<p>after</p>`,
    });
    expect(text.text).toContain("core");
    expect(text.text).toContain("after");
    expect(foreignIn(text.html)).toEqual([]);
    expect(unbalancedIn(text.html)).toEqual([]);
  });

  it("100,000 elements that are never closed, and as many closes of what was never opened", () => {
    const { text } = cleanOpinion({ html: `${"<i><p>".repeat(50_000)}x${"</em></div>".repeat(50_000)}` });
    expect(text.text).toBe("x");
    expect(unbalancedIn(text.html)).toEqual([]);
  });

  it("an opinion of 30 MB, whole", () => {
    const paragraph = `<p>${"The judgment is affirmed &amp; so ordered. ".repeat(25)}</p>`;
    const { text } = cleanOpinion({ html: paragraph.repeat(Math.ceil(30_000_000 / paragraph.length)) });
    expect(text.text.length).toBeGreaterThan(27_000_000);
    expect(text.text.endsWith("so ordered.")).toBe(true);
  });

  it("a page layout of one paragraph, 5 MB long", () => {
    const line = "the judgment of the court below is affirmed in every respect and so\n";
    const { text } = cleanOpinion({ plain: line.repeat(75_000) });
    expect(text.text.length).toBe(line.length * 75_000 - 1);
  });
});
