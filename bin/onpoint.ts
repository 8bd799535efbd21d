import { CommanderError } from "commander";
import { addCommands } from "./commands.ts";
import { createProgram } from "./program.ts";
import { EXIT, reportFailure } from "./terminal.ts";
import { keepFilesPrivate } from "./user-files.ts";

/** What is answered without any command. */
const VERSION_WORDS: ReadonlySet<string> = new Set(["--version", "-V"]);

keepFilesPrivate();

/** What was begun may end by itself for so long after a failure. */
const END_MS = 5_000;

const program = createProgram();

// Whoever reads the output may stop early, as `| head` does.
process.stdout.on("error", (thrown: NodeJS.ErrnoException) => {
  if (thrown.code !== "EPIPE") throw thrown;
  process.exit(EXIT.ok);
});

try {
  const [word] = process.argv.slice(2);
  if (!VERSION_WORDS.has(word ?? "")) await addCommands(program, word);
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) process.exitCode = thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  else if (thrown instanceof Error && thrown.name === "AbortError") process.exitCode = EXIT.interrupted;
  else process.exitCode = reportFailure(thrown);
  // What a command had opened and its failure left open does not keep it from ending.
  setTimeout(() => process.exit(), END_MS).unref();
}
