import { expect, test } from "vitest";
import { oneTimeCode, secretFault } from "./totp.ts";

/** RFC 6238, appendix B, whose secret is the ASCII text 12345678901234567890; its codes have eight digits, of which six are asked here. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the code at %d seconds is %s", (seconds, code) => {
  expect(oneTimeCode(SECRET, new Date(seconds * 1000))).toBe(code);
});

test("a secret is read as services print it", () => {
  const moment = new Date(59_000);
  expect(oneTimeCode("gezd gnbv gy3t qojq gezd gnbv gy3t qojq", moment)).toBe("287082");
  expect(oneTimeCode("GEZDGNBV-GY3TQOJQ-GEZDGNBV-GY3TQOJQ==", moment)).toBe("287082");
});

test.each([
  ["GEZDGNBVGY3TQOJ1", "is not base32 (A to Z and 2 to 7)"],
  ["GEZDGNBV", "is too short"],
  ["A".repeat(300), "is too long"],
])("%s %s", (secret, fault) => {
  expect(secretFault(secret)).toBe(fault);
  expect(() => oneTimeCode(secret, new Date(0))).toThrow(expect.objectContaining({ code: "invalid_input" }));
});
