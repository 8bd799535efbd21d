import { expect, test } from "vitest";
import { believed } from "./believed.ts";

/** A reading that ends when it is told to. */
function held() {
  const readings: PromiseWithResolvers<number>[] = [];
  let now_ms = 0;
  const ask = believed(
    async () => {
      readings.push(Promise.withResolvers<number>());
      return readings.at(-1)!.promise;
    },
    () => now_ms,
  );
  return { ask, readings, pass: (ms: number) => (now_ms += ms) };
}

test("who asks for what is true now gets no reading that was begun before, and all who wait share the next", async () => {
  const { ask, readings } = held();
  const first = ask(0);
  const later = [ask(0), ask(0), ask(0)];
  expect(readings).toHaveLength(1);
  readings[0]!.resolve(1);
  expect(await first).toBe(1);
  await expect.poll(() => readings.length).toBe(2);
  const last = ask(0);
  readings[1]!.resolve(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  await expect.poll(() => readings.length).toBe(3);
  readings[2]!.resolve(3);
  expect(await last).toBe(3);
});

test("what was read is believed as long as who asks says", async () => {
  const { ask, readings, pass } = held();
  const first = ask(10);
  pass(5);
  const believing = ask(10);
  readings[0]!.resolve(1);
  expect(await Promise.all([first, believing])).toEqual([1, 1]);
  pass(5);
  const anew = ask(10);
  await expect.poll(() => readings.length).toBe(2);
  readings[1]!.resolve(2);
  expect(await anew).toBe(2);
});

test("a failure is told to who asked, and read again for the next", async () => {
  const { ask, readings } = held();
  const [first, waiting] = [ask(1_000), ask(0)];
  readings[0]!.reject(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => readings.length).toBe(2);
  readings[1]!.resolve(2);
  expect(await waiting).toBe(2);
});
