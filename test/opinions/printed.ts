/** Bytes that a source holds as U+0080 to U+009F, as the platform's decoders read them. */
export function printed(text: string): string {
  const utf8 = new TextDecoder("utf-8");
  const windows1252 = new TextDecoder("windows-1252");
  return text
    .replace(/[\u00e2\u0e42]([\u0080-\u009f])([\u0080-\u00bf])/gu, (_, second: string, third: string) =>
      utf8.decode(Uint8Array.of(0xe2, second.charCodeAt(0), third.charCodeAt(0))),
    )
    .replace(/[\u0080-\u009f]/gu, (code) => windows1252.decode(Uint8Array.of(code.charCodeAt(0))));
}
