import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { PUBLISHERS } from "#importers/fetch/sources.ts";
import type { PublisherName } from "#importers/fetch/sources.ts";
import { suggestionFor } from "./suggestion.ts";
import { VERSION } from "./version.ts";

const NAMES = Object.keys(PUBLISHERS) as PublisherName[];

/** For the help of a command. */
export const PUBLISHERS_IN_WORDS: string = NAMES.map((name) => {
  const { title, asks } = PUBLISHERS[name];
  return `  ${name.padEnd(18)}${title}\n  ${" ".repeat(18)}${asks}`;
}).join("\n");

function publisherName(text: string): PublisherName {
  const found = NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`${suggestionFor(text, NAMES)}known publishers: ${NAMES.join(", ")}.`);
}

/** The publisher, what of it, and from where. */
export function addPublisherArguments(command: Command): Command {
  return command
    .argument("<publisher>", NAMES.join(", "), publisherName)
    .argument("[what...]", "what of it")
    .option("--to <dir>", "the directory to download into (default: ./<publisher>)")
    .option("--mirror <place>", "a directory or an address that holds <host>/<path> in place of each host")
    .option("--contact <address>", "a mail address for the publisher to write to, sent with each request");
}

export function userAgentOf({ contact }: { readonly contact?: string }): string {
  return `Onpoint/${VERSION}${contact === undefined ? "" : ` (${contact})`}`;
}
