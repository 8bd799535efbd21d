import { SaxesParser } from "saxes";
import type { SaxesTagNS } from "saxes";
import { LIMITS } from "#base/limits.ts";
import { textDecoderOf } from "./encoding.ts";
import type { XmlElement } from "./element.ts";
import { XmlFault } from "./xml-fault.ts";

/**
 * What a document is read as. A container is told when it opens, with no children, and when it closes; any other
 * element inside containers comes whole.
 */
export type XmlEvent =
  | { readonly kind: "open"; readonly element: XmlElement }
  | { readonly kind: "tree"; readonly element: XmlElement }
  | { readonly kind: "close"; readonly element: XmlElement };

export type IsContainer = (name: string, within: readonly XmlElement[]) => boolean;

const DEPTH_MAX = 200;
/** Longer stretches between two tags are handed to the parser in pieces, so that their length is seen in time. */
const PIECE_CHARS = 64 * 1024;

/**
 * Reads a document from front to back. Strict: what is not well-formed is an XmlFault, and so are entities that the
 * document declares, nesting beyond reason, and a piece too large to keep. Nothing is fetched and nothing expanded.
 */
export async function* readXml(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  isContainer: IsContainer,
): AsyncGenerator<XmlEvent> {
  const reader = new XmlReader(isContainer);
  const decoder = textDecoderOf();
  for await (const chunk of chunks) {
    yield* reader.write(decoder.decode(chunk));
  }
  yield* reader.write(decoder.end());
  yield* reader.end();
}

/** A document that is small enough to be kept, whole. */
export function parseXml(bytes: Buffer): XmlElement {
  const reader = new XmlReader(() => false);
  const decoder = textDecoderOf();
  const events = [...reader.write(decoder.decode(bytes) + decoder.end()), ...reader.end()];
  const [event] = events;
  if (event?.kind !== "tree") throw new XmlFault("bad_xml", "the document has no element");
  return event.element;
}

class XmlReader {
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  readonly #isContainer: IsContainer;
  readonly #containers: XmlElement[] = [];
  /** The elements of the tree that is being built, its root first. */
  readonly #open: XmlElement[] = [];
  #events: XmlEvent[] = [];
  #told_at = 0;

  constructor(isContainer: IsContainer) {
    this.#isContainer = isContainer;
    const parser = this.#parser;
    parser.on("error", (error) => {
      throw new XmlFault("bad_xml", `the XML is not well-formed: ${error.message}`);
    });
    parser.on("doctype", (doctype) => {
      if (/<!ENTITY/iu.test(doctype)) throw new XmlFault("entity_declared", "the document declares entities");
    });
    parser.on("opentag", (tag) => this.#enter(tag));
    parser.on("closetag", () => this.#leave());
    parser.on("text", (text) => this.#words(text));
    parser.on("cdata", (text) => this.#words(text));
  }

  *write(text: string): Generator<XmlEvent> {
    for (let at = 0; at < text.length; at += PIECE_CHARS) {
      this.#parser.write(text.slice(at, at + PIECE_CHARS));
      // A tree under way, or words without an end.
      if (this.#parser.position - this.#told_at > LIMITS.import_field_bytes_max) {
        const megabytes = Math.floor(LIMITS.import_field_bytes_max / 1e6);
        throw new XmlFault("too_large", `a piece that ends at line ${this.#parser.line} has more than ${megabytes} MB`);
      }
      yield* this.#taken();
    }
  }

  *end(): Generator<XmlEvent> {
    this.#parser.close();
    yield* this.#taken();
  }

  #taken(): XmlEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #enter(tag: SaxesTagNS): void {
    const element: XmlElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: Object.fromEntries(Object.values(tag.attributes).map(({ name, value }) => [name, value])),
      children: [],
    };
    const parent = this.#open.at(-1);
    if (this.#open.length + this.#containers.length >= DEPTH_MAX) {
      throw new XmlFault("too_deep", `more than ${DEPTH_MAX} elements stand in one another`);
    }
    if (parent !== undefined) {
      parent.children.push(element);
      this.#open.push(element);
    } else if (this.#isContainer(element.name, this.#containers)) {
      this.#containers.push(element);
      this.#tell({ kind: "open", element });
    } else {
      this.#open.push(element);
    }
  }

  #leave(): void {
    const element = this.#open.pop();
    if (element !== undefined) {
      if (this.#open.length === 0) this.#tell({ kind: "tree", element });
      return;
    }
    const container = this.#containers.pop();
    if (container !== undefined) this.#tell({ kind: "close", element: container });
  }

  #words(text: string): void {
    this.#open.at(-1)?.children.push(text);
  }

  #tell(event: XmlEvent): void {
    this.#events.push(event);
    this.#told_at = this.#parser.position;
  }
}
