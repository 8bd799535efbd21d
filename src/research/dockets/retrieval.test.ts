import { expect, test } from "vitest";
import { OPERATOR, VISITOR } from "#accounts/principal.ts";
import type { Principal } from "#accounts/principal.ts";
import { hasPremiumAccess, STORED_ALONE } from "./retrieval.ts";

const ROWS: readonly (readonly [kind: Principal["kind"], scopes: Principal["scopes"], premium: boolean])[] = [
  ["key", [], true],
  ["user", [], false],
  ["user", ["historical"], false],
  ["user", ["records"], true],
  ["team", [], false],
  ["team", ["records", "historical"], true],
];

test.each(ROWS)("%s with %j: premium access %s", async (kind, scopes, premium) => {
  const principal: Principal = { ...VISITOR, kind, scopes };
  expect(hasPremiumAccess(principal)).toBe(premium);
  expect(await STORED_ALONE.hasPremium(principal)).toBe(premium);
});

test("the operator has premium access, a reader of the public pages none", () => {
  expect([OPERATOR, VISITOR].map(hasPremiumAccess)).toEqual([true, false]);
});
