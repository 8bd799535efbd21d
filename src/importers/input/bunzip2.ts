import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import unbzip2 from "unbzip2-stream";

/** Fastest first: lbzip2 uses every core, bzip2 one (some 40 MB/s of text), the JavaScript fallback a third of that. */
const PROGRAMS = ["lbzip2", "pbzip2", "bzip2"] as const;

/** The program that will decompress bzip2 files here, or undefined when it falls to JavaScript. */
export function bunzip2Program(path: string = process.env["PATH"] ?? ""): string | undefined {
  for (const program of PROGRAMS) {
    for (const folder of path.split(delimiter)) {
      const candidate = join(folder, program);
      if (folder !== "" && isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

/** Decompresses through `program`; null decompresses in this process. */
export function bunzip2(
  compressed: AsyncGenerator<Buffer>,
  program: string | null = bunzip2Program() ?? null,
): AsyncIterable<Buffer> {
  return program === null ? inProcess(compressed) : throughProgram(compressed, program);
}

async function* throughProgram(compressed: AsyncGenerator<Buffer>, program: string): AsyncGenerator<Buffer> {
  const child = spawn(program, ["-dc"], { stdio: ["pipe", "pipe", "pipe"] });
  const complaint = complaintOf(child);
  const source = Readable.from(compressed);
  source.pipe(child.stdin);
  // The program's own exit tells what was wrong; a pipe it closed first says nothing more.
  child.stdin.on("error", () => source.destroy());
  const sourceFailure = new Promise<Error | undefined>((resolve) => {
    source.on("error", (error) => {
      child.stdin.destroy();
      resolve(error);
    });
    source.on("close", () => resolve(undefined));
  });
  const exit = new Promise<number | null>((resolve) => child.on("close", resolve));
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer;
    const status = await exit;
    const failure = await sourceFailure;
    if (failure !== undefined) throw failure;
    if (status !== 0) throw new Error(complaint() || `${program} ended with status ${status}`);
  } finally {
    source.destroy();
    child.kill("SIGKILL");
  }
}

function complaintOf(child: ChildProcessWithoutNullStreams): () => string {
  let text = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (part: string) => {
    if (text.length < 2000) text += part;
  });
  return () =>
    text
      .trim()
      .split("\n")
      .find((line) => line.trim() !== "")
      ?.trim() ?? "";
}

/** The package's stream is of the old kind: it calls back with what each write completes before the write returns. */
async function* inProcess(compressed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const inflate = unbzip2();
  const completed: Buffer[] = [];
  const failures: Error[] = [];
  inflate.on("data", (chunk: Buffer) => completed.push(chunk));
  inflate.on("error", (error: Error) => failures.push(error));
  const drained = function* drained(): Generator<Buffer> {
    yield* completed.splice(0);
    if (failures[0] !== undefined) throw failures[0];
  };
  for await (const chunk of compressed) {
    inflate.write(chunk);
    yield* drained();
  }
  inflate.end();
  yield* drained();
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
