import { decodePage } from "../decode.ts";

/** What is read of an e-mail; who sent it, to whom and by which ways is not. */
export type Mail = {
  readonly subject: string | null;
  /** The text of the message, HTML where it has some. */
  readonly body: string;
};

/** Parts of parts are read to this depth; mail programs make three. */
const DEPTH_MAX = 8;

type Part = { readonly headers: ReadonlyMap<string, string>; readonly body: string };

const FIRST_HEADER = /^[A-Za-z][A-Za-z\d-]*:[^\n]*\n(?:(?:[A-Za-z][A-Za-z\d-]*:|[ \t])[^\n]*\n)+\r?\n/u;

export function isMail(text: string): boolean {
  return FIRST_HEADER.test(text) && /^(?:subject|from|received|date|mime-version):/imu.test(text.slice(0, 20_000));
}

/** Reads a message (RFC 5322 and MIME): the subject, and its best text. Attached files are passed over. */
export function readMail(text: string): Mail {
  const part = partOf(text);
  const subject = part.headers.get("subject");
  const found = textsOf(part, DEPTH_MAX);
  const body = found.find(({ isHtml }) => isHtml) ?? found[0];
  return { subject: subject === undefined ? null : decodedWords(subject), body: body?.text ?? "" };
}

function partOf(text: string): Part {
  const end = /\r?\n\r?\n/u.exec(text);
  const head = end === null ? "" : text.slice(0, end.index);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r?\n[ \t]+/gu, " ").split(/\r?\n/u)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return { headers, body: end === null ? text : text.slice(end.index + end[0].length) };
}

function textsOf(part: Part, depth: number): { readonly isHtml: boolean; readonly text: string }[] {
  const type = part.headers.get("content-type") ?? "text/plain";
  const boundary = /boundary="?([^";]+)"?/iu.exec(type)?.[1];
  if (boundary !== undefined && /^multipart\//iu.test(type)) {
    if (depth === 0) return [];
    return inParts(part.body, boundary).flatMap((text) => textsOf(partOf(text), depth - 1));
  }
  if (/^message\/rfc822/iu.test(type)) return depth === 0 ? [] : textsOf(partOf(part.body), depth - 1);
  if (!/^text\//iu.test(type)) return [];
  const text = decoded(part.body, part.headers.get("content-transfer-encoding") ?? "");
  return [{ isHtml: /^text\/html/iu.test(type) || /<(?:html|table|p|div)\b/iu.test(text), text }];
}

function inParts(body: string, boundary: string): string[] {
  const marker = `--${boundary}`;
  const parts: string[] = [];
  let current: string[] | undefined;
  for (const line of body.split(/\r?\n/u)) {
    if (line.trimEnd() === marker || line.trimEnd() === `${marker}--`) {
      if (current !== undefined) parts.push(current.join("\n"));
      current = line.trimEnd() === marker ? [] : undefined;
    } else current?.push(line);
  }
  if (current !== undefined) parts.push(current.join("\n"));
  return parts;
}

function decoded(body: string, encoding: string): string {
  if (/base64/iu.test(encoding)) return decodePage(Buffer.from(body, "base64"));
  if (/quoted-printable/iu.test(encoding)) return decodePage(unquoted(body.replace(/(?<![ \t])[ \t]*=\r?\n/gu, "")));
  return body;
}

/** `=E2=80=99` as the bytes it stands for. */
function unquoted(text: string): Buffer {
  const bytes: Buffer[] = [];
  let at = 0;
  for (const match of text.matchAll(/(?:=[\dA-F]{2})+/giu)) {
    bytes.push(Buffer.from(text.slice(at, match.index)), Buffer.from(match[0].replaceAll("=", ""), "hex"));
    at = match.index + match[0].length;
  }
  bytes.push(Buffer.from(text.slice(at)));
  return Buffer.concat(bytes);
}

/** Words of a header in another alphabet (RFC 2047). */
function decodedWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/gu, "?==?")
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/giu, (_whole, encoding: string, text: string) =>
      encoding.toLowerCase() === "b"
        ? decodePage(Buffer.from(text, "base64"))
        : decodePage(unquoted(text.replaceAll("_", " "))),
    );
}
