import { expect, test } from "vitest";
import { openOrClose } from "./open-or-close.ts";

function openable(fault?: Error) {
  const done: string[] = [];
  return {
    done,
    open: async () => {
      done.push("open");
      if (fault !== undefined) throw fault;
    },
    close: async () => void done.push("close"),
  };
}

test("what opens is left open, what does not is closed and says why", async () => {
  const good = openable();
  expect(await openOrClose(good)).toBe(good);
  expect(good.done).toEqual(["open"]);
  const fault = new Error("no room");
  const bad = openable(fault);
  await expect(openOrClose(bad)).rejects.toBe(fault);
  expect(bad.done).toEqual(["open", "close"]);
});
