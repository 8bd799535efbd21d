import { expect, test } from "vitest";
import { decodeQR } from "qr/decode.js";
import type { HtmlEscapedString } from "hono/utils/html";
import { factorUri } from "#accounts/second-factor/codes.ts";
import { qrCode } from "./qr-code.ts";

const SCALE = 4;

const drawn = (text: string, label: string): string => (qrCode(text, label) as HtmlEscapedString).toString();

/** What a camera would see of the drawing. */
function pictureOf(svg: string): { width: number; height: number; data: Uint8Array } {
  const modules = Number(/viewBox="0 0 (?<size>\d+) \d+"/u.exec(svg)?.groups?.["size"]);
  const width = modules * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  for (const [, x = "", y = ""] of svg.matchAll(/M(\d+) (\d+)h1v1h-1z/gu)) {
    for (let at = 0; at < SCALE * SCALE; at++) {
      const row = Number(y) * SCALE + Math.floor(at / SCALE);
      const column = Number(x) * SCALE + (at % SCALE);
      data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test.each(["clerk@firm.example", "a.very.long.name.of.somebody@a-long-name-of-a-firm.example"])(
  "is read as the address an authenticator is fed with, for %s",
  (email) => {
    const uri = factorUri("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", email);
    const svg = drawn(uri, "<label>");
    expect(decodeQR(pictureOf(svg))).toBe(uri);
    expect(svg).toContain('aria-label="&lt;label&gt;"');
    expect(svg).not.toMatch(/style=|href/u);
  },
);

test("the longest address there can be fits", () => {
  const uri = factorUri(
    "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}`,
  );
  expect(decodeQR(pictureOf(drawn(uri, "")))).toBe(uri);
});
