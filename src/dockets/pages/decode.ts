import { isUtf8 } from "node:buffer";

const WINDOWS = new TextDecoder("windows-1252");

/** The text of a saved page. Courts serve pages in the Windows alphabet and call it something else, or nothing. */
export function decodePage(bytes: Uint8Array): string {
  return isUtf8(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
    : WINDOWS.decode(bytes);
}
