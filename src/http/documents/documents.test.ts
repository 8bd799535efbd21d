import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { documentFinder } from "./find-documents.ts";
import { documentHtml } from "./markdown.ts";
import { readDocuments } from "./read-documents.ts";

const KNOWN = new Set(["api/a.md", "operating/b.md", "glossary.md", "start/one.png", "decisions"]);
const htmlOf = (markdown: string): string => documentHtml(markdown, "api/a.md", KNOWN).html;

describe("Markdown becomes HTML", () => {
  test.each([
    ["a link to a page", "[b](../operating/b.md#part)", '<a href="../operating/b#part">b</a>'],
    ["a link to a page above", "[words](../glossary.md)", '<a href="../glossary">words</a>'],
    ["a link to a folder", "[why](../decisions)", '<a href="../decisions">why</a>'],
    ["a place on the page", "[here](#part)", '<a href="#part">here</a>'],
    ["another site", "<https://example.org/x>", '<a href="https://example.org/x">'],
    ["a file of the program", "[map](../../ARCHITECTURE.md)", "<p>map</p>"],
    ["a script as a link", "[x](javascript:alert(1))", "<p>x</p>"],
    ["a way out of the folder", "[x](../../../../etc/passwd)", "<p>x</p>"],
    ["HTML", "<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["HTML within words", "a <img src=x onerror=alert(1)> b", "&lt;img src=x onerror=alert(1)&gt;"],
    ["a picture", "![One](../start/one.png)", '<img src="../start/one.png" alt="One">'],
    ["a picture from elsewhere", "![One](https://example.org/one.png)", "<p>One</p>"],
    [
      "code",
      "```sh\na < b\n```",
      '<pre tabindex="0" role="region" aria-label="Commands 1"><code>a &lt; b</code></pre>',
    ],
    ["a table", "| a |\n|---|\n| <b> |", "<td>&lt;b&gt;</td>"],
  ])("%s", (_name, markdown, wanted) => {
    expect(htmlOf(markdown)).toContain(wanted);
  });

  test("headings have the anchors that links name, each once", () => {
    const { headings } = documentHtml("# A `b` page\n## Part, one\n## Part one\n", "api/a.md", KNOWN);
    expect(headings.map(({ id }) => id)).toEqual(["a-b-page", "part-one", "part-one-1"]);
  });
});

describe("the pages of the program", () => {
  const documents = readDocuments();
  const find = documentFinder(documents.all);

  test("all of them are read, and each has a title of its own", () => {
    expect(documents.all.length).toBeGreaterThan(80);
    const titles = documents.all.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  test("every link between them leads to a page and to a heading of it", () => {
    const broken = documents.all.flatMap(({ path, html }) =>
      [...html.matchAll(/<a (?:class="anchor" )?href="(?<href>[^"]+)"/gu)]
        .map(({ groups }) => groups?.["href"] ?? "")
        .filter((href) => !/^https?:/u.test(href))
        .filter((href) => {
          const to = new URL(href, `http://x/docs/${path}`);
          const named = to.pathname.replace(/^\/docs\//u, "");
          const page = documents.page(named);
          if (page === undefined) return !documents.all.some(({ folder }) => folder === named);
          return to.hash !== "" && !page.headings.some(({ id }) => `#${id}` === to.hash);
        })
        .map((href) => `${path}: ${href}`),
    );
    expect(broken).toEqual([]);
  });

  test.each([
    ["proximity W/5", "api/query-language"],
    ["how do I restore a backup", "operating/backup"],
    ["ONPOINT_PAGES", "operating/configuration"],
    ["import my own documents jsonl", "operating/import-jsonl"],
    ["rate limits", "api/errors"],
  ])("%s is found", (query, path) => {
    const found = find(query, 10);
    expect(found.map(({ document }) => document.path)).toContain(path);
    expect(found[0]?.snippet).not.toMatch(/<(?!\/?mark>)/u);
  });

  test.each(["", "   ", "qqqxyz", "!!!", "the of"])("%j finds nothing, or something, and never fails", (query) => {
    expect(find(query, 5).length).toBeLessThanOrEqual(5);
  });

  test("a name of no page opens no file", () => {
    for (const path of ["../package.json", "api/../../package.json", "/etc/passwd", "api", "", "constructor"]) {
      expect(documents.page(path), path).toBeUndefined();
      expect(documents.picture(path), path).toBeUndefined();
    }
  });
});

test("a program without its documents has none", () => {
  const root = mkdtempSync(join(tmpdir(), "onpoint-documents-"));
  expect(readDocuments(pathToFileURL(`${root}/absent/`)).all).toEqual([]);
  mkdirSync(join(root, "api"));
  writeFileSync(join(root, "api", "x.md"), "# X\n\nWords.\n");
  expect(readDocuments(pathToFileURL(`${root}/`)).all).toMatchObject([{ path: "api/x", folder: "api", title: "X" }]);
});
