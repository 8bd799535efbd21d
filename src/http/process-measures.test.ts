import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { BoundedMap } from "#base/bounded-map.ts";
import { measured } from "#base/measured.ts";
import { measureProcess } from "./process-measures.ts";

test("what caches take of memory is told by name, of those whose bytes are known", async () => {
  const kept = [100, 23].map((bytes) => ({ name: "blocks of a test", bytes: () => bytes }));
  for (const one of kept) measured.kept.add(one);
  onTestFinished(() => {
    for (const one of kept) measured.kept.delete(one);
    for (const name of ["texts of a test", "numbers of a test"]) measured.caches.delete(name);
  });
  const bounds = { weight_max: 1000, firstToGo: "used" } as const;
  const texts = new BoundedMap<string, string>({
    ...bounds,
    name: "texts of a test",
    weightIs: "bytes",
    weightOf: (text) => text.length,
  });
  const numbers = new BoundedMap<string, number>({ ...bounds, name: "numbers of a test" });
  texts.set("a", "x".repeat(40));
  texts.set("b", "x".repeat(2));
  numbers.set("a", 1);
  const registry = new Registry();
  measureProcess(registry, undefined);
  const told = await registry.metrics();
  const bytesOf = (cache: string): string | undefined =>
    new RegExp(`^onpoint_cache_bytes\\{cache="${cache}"\\} (\\d+)$`, "mu").exec(told)?.[1];
  expect(bytesOf("blocks of a test")).toBe("123");
  expect(bytesOf("texts of a test")).toBe("42");
  expect(bytesOf("numbers of a test")).toBeUndefined();
  expect(told).toContain('onpoint_cache_entries{cache="numbers of a test"} 1');
});
