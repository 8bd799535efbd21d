import { CommanderError } from "commander";
import { addCommands } from "./commands.ts";
import { createProgram } from "./program.ts";
import { EXIT, note, reportFailure } from "./terminal.ts";

/** What is answered without any command. */
const VERSION_WORDS: ReadonlySet<string> = new Set(["--version", "-V"]);

/** Most of what a server is told are settings, which people look for among its options. */
async function tellSetting(words: readonly string[]): Promise<void> {
  const { SETTINGS } = await import("./settings.ts");
  const known = new Set<string>(Object.values(SETTINGS).map(({ name }) => name));
  for (const [at, word] of words.entries()) {
    const [, option = "", value = words[at + 1] ?? "…"] = /^--([a-z-]+)(?:=(.*))?$/u.exec(word) ?? [];
    const name = `ONPOINT_${option.toUpperCase().replaceAll("-", "_")}`;
    if (option !== "" && known.has(name)) note(`(--${option} is a setting: ${name}=${value} onpoint ${words[0]})`);
  }
}

/** Runs one command line, without its `onpoint`. False when it failed; the exit status is in `process.exitCode`. */
export async function run(words: readonly string[]): Promise<boolean> {
  try {
    const program = createProgram();
    if (!VERSION_WORDS.has(words[0] ?? "")) await addCommands(program, words[0]);
    await program.parseAsync(words, { from: "user" });
    return true;
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
      if (thrown.code === "commander.unknownOption") await tellSetting(words);
    } else if (thrown instanceof Error && thrown.name === "AbortError") process.exitCode = EXIT.interrupted;
    else process.exitCode = reportFailure(thrown);
    return false;
  }
}
