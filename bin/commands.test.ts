import { Command } from "commander";
import { expect, test } from "vitest";
import { addCommands, COMMANDS } from "./commands.ts";

const named = async (word: string | undefined): Promise<readonly string[]> => {
  const program = new Command();
  await addCommands(program, word);
  return program.commands.map((command) => command.name());
};

test("a first word reads the command that bears it and no other file, any other word all of them", async () => {
  for (const word of COMMANDS.keys()) {
    const beside = word === "backup" || word === "restore" ? ["backup", "restore"] : [word];
    expect(await named(word)).toEqual(beside);
  }
  const all = [...COMMANDS.keys()];
  expect(all.length).toBeGreaterThan(12);
  for (const word of [undefined, "help", "--help", "imports"]) expect(await named(word)).toEqual(all);
});
