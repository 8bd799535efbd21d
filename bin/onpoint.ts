import { run } from "./run.ts";
import { EXIT } from "./terminal.ts";
import { keepFilesPrivate } from "./user-files.ts";

keepFilesPrivate();

/** What was begun may end by itself for so long after a failure. */
const END_MS = 5_000;

// Whoever reads the output may stop early, as `| head` does.
process.stdout.on("error", (thrown: NodeJS.ErrnoException) => {
  if (thrown.code !== "EPIPE") throw thrown;
  process.exit(EXIT.ok);
});

// What a command had opened and its failure left open does not keep it from ending.
if (!(await run(process.argv.slice(2)))) setTimeout(() => process.exit(), END_MS).unref();
