import fc from "fast-check";
import sanitizeHtml from "sanitize-html";
import { expect, test } from "vitest";
import { LAW_TAGS } from "./allow-list.ts";
import type { LawTag } from "./allow-list.ts";
import { LawWriter } from "./law-writer.ts";

type Step =
  | { readonly kind: "open"; readonly tag: LawTag; readonly value: string }
  | { readonly kind: "words"; readonly value: string }
  | { readonly kind: "close" | "break" };

function written(steps: readonly Step[]) {
  const writer = new LawWriter();
  for (const step of steps) {
    if (step.kind === "open") writer.open(step.tag, { class: step.value, id: step.value, colspan: step.value });
    else if (step.kind === "words") writer.words(step.value);
    else if (step.kind === "close") writer.close();
    else writer.lineBreak();
  }
  return writer.finish();
}

const shape = (of: string): string => of.replace(/<br \/>/gu, "<br>");
const bare = (of: string): string =>
  of
    .replace(/<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const TAGS = [...LAW_TAGS] as LawTag[];
const steps = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("open" as const),
      tag: fc.constantFrom(...TAGS),
      value: fc.constantFrom("enum", "a-1", '"><script>', "7", "x y"),
    }),
    fc.record({
      kind: fc.constant("words" as const),
      value: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom(" a  b ", "<b>&", "\n", "\u00ad")),
    }),
    fc.record({ kind: fc.constantFrom("close" as const, "break" as const) }),
  ),
);

test("whatever is written, only what is allowed comes out, and the words are those of the text", () => {
  fc.assert(
    fc.property(steps, (given) => {
      const { html, text } = written(given);
      const again = sanitizeHtml(html, {
        allowedTags: [...TAGS, "br"],
        allowedAttributes: { "*": ["class", "id", "colspan", "rowspan"] },
        parser: { decodeEntities: true },
      });
      expect(shape(again)).toBe(html);
      expect(bare(html).replace(/\s+/gu, "")).toBe(text.replace(/\s+/gu, ""));
      expect(text).toBe(text.trimStart());
    }),
  );
});

test("blocks stand apart, lines and cells close together", () => {
  const writer = new LawWriter();
  writer.within("div", { class: "provision", id: "a" }, () => {
    writer.within("p", {}, () => {
      writer.within("span", { class: "enum" }, () => writer.words("(a)"));
      writer.words(" No troll\n   shall ");
      writer.within("em", {}, () => writer.words("toll"));
      writer.words(".");
    });
    writer.within("table", {}, () => {
      writer.within("tr", {}, () => {
        writer.within("td", {}, () => writer.words("bridge"));
        writer.within("td", {}, () => writer.words("3"));
      });
      writer.within("tr", {}, () => writer.within("td", {}, () => writer.words("ford")));
    });
  });
  writer.within("p", {}, () => writer.words("End."));
  const { html, text } = writer.finish();
  expect(html).toBe(
    '<div class="provision" id="a"><p><span class="enum">(a)</span> No troll shall <em>toll</em>.</p>' +
      "<table><tr><td>bridge</td><td>3</td></tr><tr><td>ford</td></tr></table></div><p>End.</p>",
  );
  expect(text).toBe("(a) No troll shall toll.\n\nbridge 3\nford\n\nEnd.");
});
