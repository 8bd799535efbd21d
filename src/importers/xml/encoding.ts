import { XmlFault } from "./xml-fault.ts";

/** Characters of a document, from its bytes as they come. */
export type XmlDecoder = { decode(bytes: Buffer): string; end(): string };

const HEAD_BYTES = 256;

/** By the byte order mark, else by the XML declaration, else UTF-8. Bytes that are no characters are a fault. */
export function textDecoderOf(): XmlDecoder {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  return {
    decode(bytes) {
      const chosen = (decoder ??= new TextDecoder(encodingOf(bytes), { fatal: true }));
      return decoded(() => chosen.decode(bytes, { stream: true }));
    },
    end: () => decoded(() => decoder?.decode() ?? ""),
  };
}

function decoded(run: () => string): string {
  try {
    return run();
  } catch {
    throw new XmlFault("bad_xml", "the file holds bytes that are no characters of its encoding");
  }
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, HEAD_BYTES).toString("latin1");
  const [, named = "utf-8"] =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding=["']([A-Za-z0-9._-]+)["']/u.exec(head) ?? [];
  try {
    return new TextDecoder(named).encoding;
  } catch {
    throw new XmlFault("unknown_encoding", `the encoding ${named} is not known`);
  }
}
