import { expect, test } from "vitest";
import { withoutAccount } from "./without-account.ts";

test.each([
  [
    "No claims found. PACER Login: larkacct3:4000017:0 Client Code: lark matter Description: Claims Register Cost: 0.10",
    "No claims found. PACER Login: (not shown) Client Code: (not shown) Description: Claims Register Cost: 0.10",
  ],
  ["Welcome larkacct3. Login: larkacct3", "Welcome (not shown). Login: (not shown)"],
  ["PACER Login: Client Code: Description: Docket Report", "PACER Login: Client Code: Description: Docket Report"],
  ["User ID: lark.m@firm.example Case: 19-1234", "User ID: (not shown) Case: 19-1234"],
  ["Please log in to go on", "Please log in to go on"],
])("%s", (words, shown) => expect(withoutAccount(words)).toBe(shown));

test("a label without an end hides what may be the account, and no more than that", () => {
  const words = `Client Code: ${"x".repeat(300)}`;
  expect(withoutAccount(words)).not.toContain("x".repeat(201));
});
