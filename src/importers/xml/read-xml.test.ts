import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "./element.ts";
import type { XmlElement, XmlNode } from "./element.ts";
import { parseXml, readXml } from "./read-xml.ts";
import type { XmlEvent } from "./read-xml.ts";
import { XmlFault } from "./xml-fault.ts";

const DOCUMENT =
  '<?xml version="1.0" encoding="UTF-8"?>\n<code xmlns="urn:a" xmlns:x="urn:b"><title n="1"><head>Tolls</head><section x:id="s">No <i>troll</i> &amp; <![CDATA[<ogre>]]></section></title></code>';

async function eventsOf(chunks: Iterable<Buffer>): Promise<XmlEvent[]> {
  const events: XmlEvent[] = [];
  for await (const event of readXml(chunks, (name) => name === "code" || name === "title")) events.push(event);
  return events;
}

const reasonOf = async (chunks: Iterable<Buffer>): Promise<string> => {
  try {
    await eventsOf(chunks);
    return "read";
  } catch (thrown) {
    if (thrown instanceof XmlFault) return thrown.reason;
    throw thrown;
  }
};

describe("reading a document", () => {
  test("containers open and close, what stands in them comes whole", async () => {
    const events = await eventsOf([Buffer.from(DOCUMENT)]);
    expect(events.map(({ kind, element }) => `${kind} ${element.name}`)).toEqual([
      "open code",
      "open title",
      "tree head",
      "tree section",
      "close title",
      "close code",
    ]);
    expect(events[3]?.element.attributes).toEqual({ "x:id": "s" });
    expect(events[3]?.element.namespace).toBe("urn:a");
    expect(wordsOf(events[3]?.element)).toBe("No troll & <ogre>");
  });

  test("however it is cut", async () => {
    const whole = await eventsOf([Buffer.from(DOCUMENT)]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: DOCUMENT.length })), async (cuts) => {
        const bytes = Buffer.from(DOCUMENT);
        const places = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((end, index) => bytes.subarray(places[index], end));
        // Words may come in several pieces.
        expect((await eventsOf(chunks)).map(({ kind, element }) => [kind, wordsOf(element)])).toEqual(
          whole.map(({ kind, element }) => [kind, wordsOf(element)]),
        );
      }),
    );
  });

  test.each([
    ["utf-8 with a mark", Buffer.from(`\ufeff${DOCUMENT}`)],
    ["utf-16", Buffer.from(`\ufeff${DOCUMENT}`.replace("UTF-8", "UTF-16"), "utf16le")],
    ["latin-1", Buffer.from(DOCUMENT.replace("UTF-8", "ISO-8859-1").replace("Tolls", "P\u00e9ages"), "latin1")],
  ])("in %s", async (_, bytes) => {
    const events = await eventsOf([bytes]);
    expect(wordsOf(events[2]?.element)).toMatch(/^(?:Tolls|P\u00e9ages)$/u);
  });
});

const BOMB = `<!DOCTYPE code [<!ENTITY a "troll"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;

describe("a document that is refused", () => {
  test.each([
    ["empty", "", "bad_xml"],
    ["words alone", "No troll.", "bad_xml"],
    ["truncated in a tag", DOCUMENT.slice(0, 120), "bad_xml"],
    ["truncated in words", DOCUMENT.slice(0, -20), "bad_xml"],
    ["a tag that closes another", "<code><title></code></title>", "bad_xml"],
    ["an entity nobody declared", "<code>&troll;</code>", "bad_xml"],
    ["entities in entities", `${BOMB}<code>&b;</code>`, "entity_declared"],
    [
      "an entity from a file",
      `<!DOCTYPE code [<!ENTITY a SYSTEM "file:///etc/passwd">]><code>&a;</code>`,
      "entity_declared",
    ],
    ["a prefix of no namespace", "<x:code/>", "bad_xml"],
    ["elements without end", "<code>".repeat(300), "too_deep"],
    ["an encoding of nobody's", '<?xml version="1.0" encoding="troll-8"?><code/>', "unknown_encoding"],
    ["a control character", "<code>\u0001</code>", "bad_xml"],
  ])("%s", async (_, text, reason) => {
    expect(await reasonOf([Buffer.from(text)])).toBe(reason);
  });

  test("bytes that are no characters", async () => {
    expect(await reasonOf([Buffer.from("<code>"), Buffer.from([0xff, 0xfe, 0xff]), Buffer.from("</code>")])).toBe(
      "bad_xml",
    );
  });

  test.each(["<code><section>", "<code><section a='", "<code><!--", "<code><section><![CDATA["])(
    "a hundred megabytes after %s, seen long before its end",
    async (head) => {
      let taken = 0;
      const chunks = function* chunked(): Generator<Buffer> {
        yield Buffer.from(head);
        const chunk = Buffer.alloc(1024 * 1024, "troll ");
        for (; taken < 100; taken++) yield chunk;
      };
      expect(await reasonOf(chunks())).toBe("too_large");
      expect(taken).toBeLessThan(20);
    },
  );

  test("of any text either a tree comes or a reason", () => {
    const piece = fc.constantFrom(
      "<a>",
      "</a>",
      "<b x='1'>",
      "</b>",
      "<c/>",
      "&lt;",
      "&",
      "<",
      ">",
      "]]>",
      "<![CDATA[",
      "<!--",
      "-->",
      "<?x ?>",
      " w ",
      "<!DOCTYPE a>",
      "\u{1f600}",
      "\ud800",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        try {
          const tree = parseXml(Buffer.from(`<a>${pieces.join("")}</a>`));
          const count = (node: XmlNode): number =>
            typeof node === "string" ? 0 : node.children.reduce((sum: number, child) => sum + count(child), 1);
          expect(count(tree satisfies XmlElement)).toBeGreaterThan(0);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(XmlFault);
        }
      }),
    );
  });
});
