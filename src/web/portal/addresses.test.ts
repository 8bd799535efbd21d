import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { onward } from "./addresses.ts";

const ORIGIN = "https://law.example";

describe("where to go on after signing in", () => {
  test.each([
    "/account",
    "/account/keys",
    "/account/audit?of=all&before=7",
    "/oauth/interaction/Ab-_9",
    "/",
    "/?q=a+W%2F5+b*&page=2",
  ])("%s", (address) => expect(onward(address)).toBe(address));

  test.each([
    null,
    "",
    "account",
    "https://evil.example/account",
    "//evil.example/account",
    "/\\evil.example/account",
    "\\\\evil.example",
    "/account//evil.example",
    "/account/../../evil",
    "/account/%2e%2e/x",
    "/account@evil.example",
    "/account.evil.example",
    "/accounts",
    "/docs",
    "/account\r\nSet-Cookie: a=b",
    "/account#//evil.example",
    " /account",
    "javascript:alert(1)//account",
    `/account/${"a".repeat(2600)}`,
  ])("not %j", (address) => expect(onward(address)).toBe("/account"));

  test("whatever is asked for, a browser stays here, on a page of ours", () => {
    const part = fc.constantFrom(
      "/",
      "//",
      "\\",
      ".",
      "..",
      "account",
      "oauth",
      "evil.example",
      "@",
      ":",
      "?",
      "#",
      "%2f",
      "\t",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const url = new URL(onward(parts.join("")), ORIGIN);
        expect(url.origin).toBe(ORIGIN);
        expect(url.pathname).toMatch(/^\/(?:(?:account|oauth)(?:\/|$)|check$|$)/u);
      }),
      { numRuns: 2000 },
    );
  });
});
