import { expect, test, vi } from "vitest";
import { hashedWords } from "#test/embedding/hashed-words.ts";
import type { Embedder } from "./embedder.ts";
import { resting } from "./resting.ts";

const IDLE_MS = 5;

function counted(): { readonly embedder: Embedder; readonly opened: () => number; readonly closed: () => number } {
  let [opened, closed] = [0, 0];
  const open = async (): Promise<Embedder> => {
    opened += 1;
    return { ...hashedWords(64), close: async () => void (closed += 1) };
  };
  const embedder = resting(hashedWords(64).version, open, IDLE_MS);
  return { embedder, opened: () => opened, closed: () => closed };
}

test("a model is opened by the first text, and by the next after a rest; the same text has the same vector", async () => {
  const { embedder, opened, closed } = counted();
  expect(opened()).toBe(0);
  const [first, beside] = await Promise.all([embedder.passages(["a pier"]), embedder.queries(["a deed"])]);
  expect(opened()).toBe(1);
  await vi.waitFor(() => expect(closed()).toBe(1));
  expect(await embedder.passages(["a pier"])).toEqual(first);
  expect(await embedder.queries(["a deed"])).toEqual(beside);
  expect(opened()).toBe(2);
  await embedder.close();
  expect(closed()).toBe(2);
});

test("it does not rest while a text is in hand", async () => {
  let [isClosed, end] = [false, (): void => undefined];
  const slow: Embedder = {
    ...hashedWords(64),
    passages: async (texts) => {
      await new Promise<void>((resolve) => (end = resolve));
      expect(isClosed).toBe(false);
      return hashedWords(64).passages(texts);
    },
    close: async () => void (isClosed = true),
  };
  const embedder = resting(slow.version, async () => slow, 1);
  await embedder.queries(["a pier"]);
  const inHand = embedder.passages(["a pier"]);
  await new Promise((resolve) => void setTimeout(resolve, 20));
  end();
  expect(await inHand).toHaveLength(64);
  await vi.waitFor(() => expect(isClosed).toBe(true));
});

test("a model that could not be opened is tried again", async () => {
  let tries = 0;
  const embedder = resting(hashedWords(64).version, async () => {
    if (++tries === 1) throw new Error("it is damaged");
    return hashedWords(64);
  });
  await expect(embedder.queries(["a pier"])).rejects.toThrow("it is damaged");
  expect(await embedder.queries(["a pier"])).toHaveLength(64);
  await embedder.close();
});
