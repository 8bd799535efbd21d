import { expect, test } from "vitest";
import { followedOrTakenOver, TAKEOVER_MS } from "./takeover.ts";

test("that nobody follows counts when it has lasted, and not again when somebody did meanwhile", async () => {
  let now_ms = 0;
  let isThere = true;
  const isFollowed = followedOrTakenOver(
    async () => isThere,
    () => now_ms,
  );
  const after = async (ms: number): Promise<boolean> => {
    now_ms += ms;
    return isFollowed();
  };
  expect(await after(TAKEOVER_MS * 10)).toBe(true);
  isThere = false;
  expect([await after(0), await after(TAKEOVER_MS - 1), await after(1), await after(1)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  isThere = true;
  expect(await after(0)).toBe(true);
  isThere = false;
  expect([await after(TAKEOVER_MS), await after(TAKEOVER_MS - 1), await after(1)]).toEqual([true, true, false]);
});
