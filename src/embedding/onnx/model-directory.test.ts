import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readModelDirectory } from "./model-directory.ts";

test.each([
  ["as it is", (dir: string) => dir],
  ["with a stroke at its end", (dir: string) => `${dir}/`],
  ["from where the program runs", (dir: string) => `./${relative(process.cwd(), dir)}`],
])("what a directory lacks is named, its path given %s", (_, given) => {
  const dir = mkdtempSync(join(tmpdir(), "onpoint-model-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const lacks = (name: string): void => {
    const message = `the model in ${basename(dir)} cannot be used: it has no ${name}`;
    expect(() => readModelDirectory(given(dir), 8)).toThrow(message);
  };
  lacks("model.onnx");
  writeFileSync(join(dir, "model.onnx"), "");
  lacks("tokenizer.json");
  writeFileSync(join(dir, "tokenizer.json"), "{}");
  lacks("tokenizer_config.json");
  writeFileSync(join(dir, "tokenizer_config.json"), "{}");
  expect(readModelDirectory(given(dir), 8)).toMatchObject({
    dimensions: 8,
    tokenizerFile: join(given(dir), "tokenizer.json"),
  });
});
