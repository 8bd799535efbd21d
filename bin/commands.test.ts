import { Command } from "commander";
import { expect, test } from "vitest";
import { addCommands, COMMANDS } from "./commands.ts";
import { createProgram } from "./program.ts";

const named = async (word: string | undefined): Promise<readonly string[]> => {
  const program = new Command();
  await addCommands(program, word);
  return program.commands.map((command) => command.name());
};

/** Commands of one file. */
const TOGETHER = [
  ["backup", "restore"],
  ["login", "logout", "whoami", "tools"],
];

test("a first word reads the command that bears it and no other file, any other word all of them", async () => {
  for (const word of COMMANDS.keys()) {
    const beside = TOGETHER.find((words) => words.includes(word)) ?? [word];
    expect(await named(word)).toEqual(beside);
  }
  const all = [...COMMANDS.keys()];
  expect(all.length).toBeGreaterThan(12);
  for (const word of [undefined, "help", "--help", "imports"]) expect(await named(word)).toEqual(all);
});

/** What `--help` prints of a command and of those within it. */
function helpPages(
  command: Command,
  path: readonly string[],
): (readonly [path: string, page: string, isLeaf: boolean])[] {
  let page = "";
  command.configureOutput({ writeOut: (text) => (page += text) });
  command.outputHelp();
  const within = command.commands.flatMap((one) => helpPages(one, [...path, one.name()]));
  return [[path.join(" "), page, within.length === 0], ...within];
}

test("every command has a help page that ends with an example", async () => {
  const program = createProgram();
  await addCommands(program, undefined);
  const pages = helpPages(program, []);
  const named = pages.map(([path]) => path);
  expect(named).toEqual(expect.arrayContaining(["", "serve", "import", "keys revoke", "index verify", "cite check"]));
  expect(pages.length).toBeGreaterThan(50);
  for (const [path, page, isLeaf] of pages) {
    expect(page, path).toContain(`Usage: ${["onpoint", path].join(" ").trim()}`);
    if (isLeaf) expect(page, path).toMatch(/Example:\n +\$ (?:\w+=\S+ )*onpoint /u);
  }
});
