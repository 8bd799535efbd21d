import { expect, test } from "vitest";
import { HeavyWork } from "./heavy-work.ts";

test("what waits for heavy work goes on when the last of it has ended, in whichever thread it was counted", async () => {
  const here = new HeavyWork();
  const there = new HeavyWork(here.shared);
  await there.none();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const works = [here.during(async () => first.promise), here.during(async () => second.promise)];
  let isOver = false;
  const waited = there.none().then(() => (isOver = true));
  first.resolve("done");
  expect(await works[0]).toBe("done");
  await there.none(150);
  expect(isOver).toBe(false);
  second.reject(new Error("refused"));
  await expect(works[1]).rejects.toThrow("refused");
  await waited;
  expect(isOver).toBe(true);
});

test("it waits no longer than it is told, and not at all where there is memory enough", async () => {
  const work = new HeavyWork();
  const { promise, resolve } = Promise.withResolvers<void>();
  const going = work.during(async () => promise);
  await work.none(20);
  await work.givenWay();
  resolve();
  await going;
});
