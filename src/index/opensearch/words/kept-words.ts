import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { IndexDocument } from "#index/index.ts";
import { readWords } from "./word-stream.ts";

/** The words of one text, and who said them; of the main text also its places (`ReadText`). */
export type KeptText = { readonly words: string; readonly source?: string; readonly places?: readonly number[] };
/** The words of a document by field, in the order of its texts; those without a word are left out. */
export type KeptWords = Readonly<Record<string, readonly KeptText[]>>;

export function readTexts(texts: IndexDocument["texts"], main: string): KeptWords {
  const read = Object.entries(texts).map(([field, given]): [string, readonly KeptText[]] => {
    const list = typeof given === "string" ? [given] : given;
    const kept = list.map((one): KeptText =>
      typeof one === "string"
        ? keptText(one, field === main)
        : { ...keptText(one.text, field === main), source: one.source },
    );
    return [field, kept.filter(({ words }) => words !== "")];
  });
  return Object.fromEntries(read);
}

function keptText(text: string, isMain: boolean): KeptText {
  const { words, places } = readWords(text);
  return isMain ? { words, places } : { words };
}

/** As the index keeps them with a document: what matched nearly is checked against them word by word. */
export function packed(kept: KeptWords): string {
  return zstdCompressSync(JSON.stringify(kept)).toString("base64");
}

export function unpacked(base64: string): KeptWords {
  return JSON.parse(zstdDecompressSync(Buffer.from(base64, "base64")).toString()) as KeptWords;
}
