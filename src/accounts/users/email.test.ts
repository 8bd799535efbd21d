import { assert, emailAddress, property } from "fast-check";
import { expect, test } from "vitest";
import { readEmail } from "./email.ts";

test.each([
  ["clerk@firm.example", "clerk@firm.example"],
  ["  Clerk@Firm.EXAMPLE ", "clerk@firm.example"],
  ["ｃlerk@firm.example", "clerk@firm.example"],
  ["clerk@kanzlei-müller.example", "clerk@xn--kanzlei-mller-4ob.example"],
  ["clerk@KANZLEI-MÜLLER.example", "clerk@xn--kanzlei-mller-4ob.example"],
  ["o'neill+law@firm.example", "o'neill+law@firm.example"],
  ["clerk@localhost", "clerk@localhost"],
])("%s is found as %s", (typed, email) => {
  expect(readEmail(typed)).toBe(email);
});

test.each([
  "",
  "@",
  "clerk",
  "clerk@",
  "@firm.example",
  "a b@firm.example",
  '"a b"@firm.example',
  "clerk@firm..example",
  "clerk@-firm.example",
  "clerk@firm.example\r\nBcc: other@firm.example",
  "clerk,other@firm.example",
  "<clerk@firm.example>",
  `${"a".repeat(65)}@firm.example`,
  `clerk@${"a".repeat(64)}.example`,
  `clerk@${"abcdefgh.".repeat(30)}example`,
])("%j is no address", (typed) => {
  expect(() => readEmail(typed)).toThrow(
    expect.objectContaining({ code: "invalid_input", faults: [{ path: "email", message: "is not an email address" }] }),
  );
});

test("what is read is read the same again, and holds nothing that a header of a mail could be made of", () => {
  assert(
    property(emailAddress(), (typed) => {
      const email = readEmail(typed);
      return readEmail(email) === email && readEmail(typed.toUpperCase()) === email && !/[\s<>,;"]/u.test(email);
    }),
  );
});
