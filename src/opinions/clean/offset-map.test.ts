import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OffsetMap, OffsetMapWriter } from "./offset-map.ts";

/** Pieces of a text and its HTML: shared words, words of the text alone, markup of the HTML alone. */
const pieces = fc.array(fc.record({ same: fc.nat(60), textOnly: fc.nat(3), htmlOnly: fc.nat(20_000) }), {
  maxLength: 30,
});

describe("offset map", () => {
  it("gives back, for every character, the place it was written at", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const writer = new OffsetMapWriter();
        const places = new Map<number, number>();
        let text = 0;
        let html = 0;
        for (const { same, textOnly, htmlOnly } of parts) {
          if (same > 0) writer.add(text, html, same);
          for (let at = 0; at < same; at++) places.set(text + at, html + at);
          text += same + textOnly;
          html += same + htmlOnly;
        }
        const map = new OffsetMap(writer.finish());
        const wrong = [...places].filter(
          ([offset, place]) => map.htmlOffsetOf(offset) !== place || map.textOffsetOf(place) !== offset,
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it("covers a character reference whole and stops before a closing tag", () => {
    const html = "<p>Samp &amp; Co</p>";
    const writer = new OffsetMapWriter();
    writer.add(0, 3, 6);
    writer.add(6, 13, 3);
    const map = new OffsetMap(writer.finish());
    const shown = (start: number, end: number): string => {
      const range = map.htmlRangeOf({ start, end }, html);
      return html.slice(range.start, range.end);
    };
    expect(shown(5, 6)).toBe("&amp;");
    expect(shown(0, 6)).toBe("Samp &amp;");
    expect(shown(7, 9)).toBe("Co");
    expect(shown(4, 4)).toBe("");
  });

  it("maps what lies outside the text to its ends", () => {
    const map = new OffsetMap(new OffsetMapWriter().finish());
    expect(map.htmlOffsetOf(0)).toBe(0);
    expect(map.textOffsetOf(10)).toBe(0);
    expect(map.textEndBefore(10)).toBe(0);
  });
});
