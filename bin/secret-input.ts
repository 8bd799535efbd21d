import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { OnpointError } from "#base/errors.ts";

/** Lines that must not be seen on the screen, nor stand among a command's arguments: asked one by one, or from a pipe. */
export async function readSecretLines(questions: readonly string[]): Promise<string[]> {
  const { stdin, stderr } = process;
  const isAsked = stdin.isTTY;
  const silent = new Writable({ write: (_part, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: isAsked });
  const reading = lines[Symbol.asyncIterator]();
  const answers: string[] = [];
  try {
    for (const question of questions) {
      if (isAsked) stderr.write(`${question}: `);
      const next = await reading.next();
      if (isAsked) stderr.write("\n");
      if (next.done === true || next.value === "")
        throw new OnpointError("invalid_input", `${question}: nothing was given`, {
          hint: "Type it when asked, or send it on standard input, one on a line.",
        });
      answers.push(next.value);
    }
    return answers;
  } finally {
    lines.close();
  }
}
