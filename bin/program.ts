import { Command } from "commander";
import { VERSION } from "./version.ts";

/** The command line without its commands, which `addCommands` adds. */
export function createProgram(): Command {
  return new Command("onpoint")
    .description(
      "Self-hosted legal research: US court opinions, laws and dockets over an HTTP API and tools for assistants.",
    )
    .version(VERSION)
    .showHelpAfterError("(add --help for what is possible)")
    .exitOverride()
    .addHelpText("after", "\nExample:\n  $ onpoint serve\n\nSettings: docs/operating/configuration.md");
}
