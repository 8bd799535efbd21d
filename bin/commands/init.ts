import { access } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { memoryGiven_bytes } from "#base/memory-share.ts";
import { ownDirectory } from "#base/private-files.ts";
import { PUBLISHERS } from "#importers/fetch/sources.ts";
import { ask } from "../setup/ask.ts";
import type { Question } from "../setup/ask.ts";
import { composeFile, systemdUnit } from "../setup/service-files.ts";
import type { Machine } from "../setup/service-files.ts";
import { settingsFile } from "../setup/settings-file.ts";
import type { Choices, Pages, Reach } from "../setup/settings-file.ts";
import { suggestionFor } from "../suggestion.ts";
import { note, print } from "../terminal.ts";
import { writeUserFile } from "../user-files.ts";
import { VERSION } from "../version.ts";

const SERVICES = ["none", "systemd", "compose"] as const;
type Service = (typeof SERVICES)[number];

type Options = {
  readonly dir: string;
  readonly dataDir?: string;
  readonly reach?: Reach;
  readonly pages?: Pages;
  readonly data?: string;
  readonly service: Service;
  readonly yes?: boolean;
  readonly force?: boolean;
};

export const REACH: Question<Reach> = {
  asks: "From where may it be reached?",
  answers: [
    { value: "here", means: "this machine alone" },
    { value: "network", means: "every network this machine is on" },
  ],
  other: publicAddress,
  otherMeans: "the public address that a proxy on this machine answers, such as https://law.example.org",
};

export const PAGES: Question<Pages> = {
  asks: "Who may search on its pages?",
  answers: [
    { value: "open", means: "anyone who reaches it" },
    { value: "signed-in", means: "people with an account" },
    { value: "off", means: "nobody: only programs with a key use it" },
  ],
};

export const DATA: Question<string> = {
  asks: "Which data do you begin with?",
  answers: [
    { value: "sample", means: "the invented sample corpus (a minute)" },
    { value: "usc", means: "the United States Code, downloaded from the House of Representatives" },
    { value: "courtlistener", means: "decisions of all courts, downloaded from CourtListener" },
    { value: "none", means: "none yet" },
  ],
  other: dataOf,
  otherMeans: "a publisher and what of it, such as: cap us 1-20",
};

function publicAddress(text: string): Reach | undefined {
  const url = URL.parse(text);
  const isPlain =
    url !== null && url.protocol === "https:" && url.search === "" && url.hash === "" && url.username === "";
  return isPlain ? (withoutSlashes(text) as Reach) : undefined;
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === "/") end -= 1;
  return text.slice(0, end);
}

function dataOf(text: string): string | undefined {
  const [name = ""] = text.split(/\s+/u);
  return Object.hasOwn(PUBLISHERS, name) ? text.split(/\s+/u).join(" ") : undefined;
}

export function addInitCommand(program: Command): void {
  program
    .command("init")
    .summary("set a service up: a settings file, and a service file for this machine")
    .description(
      "Asks three questions (from where it is reached, who may see its pages, which data) and writes onpoint.env, which every command reads from the directory it runs in. With --service also a unit for systemd or a file for Docker Compose, for this machine's user, paths and memory.\nNothing is downloaded or started; the commands that do so are printed.",
    )
    .option("--dir <dir>", "the directory to write into", ".")
    .option("--data-dir <dir>", "the directory of the records and indexes (default: data in --dir)")
    .addOption(new Option("--reach <who>", "here, network, or a public https address").argParser(readerOf(REACH)))
    .addOption(new Option("--pages <who>", "open, signed-in or off").argParser(readerOf(PAGES)))
    .addOption(new Option("--data <what>", "sample, none, or a publisher and what of it").argParser(readerOf(DATA)))
    .addOption(new Option("--service <kind>", "a service file to write as well").choices(SERVICES).default("none"))
    .option("--yes", "ask nothing: what no option says is the first answer of each question")
    .option("--force", "write over files that are there")
    .addHelpText(
      "after",
      '\nExample:\n  $ onpoint init\n  $ onpoint init --yes --reach https://law.example.org --pages signed-in --data "usc 11 42" --service systemd',
    )
    .action(init);
}

function readerOf<Answer extends string>(question: Question<Answer>): (text: string) => Answer {
  return (text) => {
    const known = question.answers.map(({ value }) => value as string);
    const found = question.answers.find(({ value }) => value === text)?.value ?? question.other?.(text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(
      `${suggestionFor(text, known)}It must be one of ${known.join(", ")}${question.otherMeans === undefined ? "" : `, or ${question.otherMeans}`}.`,
    );
  };
}

async function init(options: Options): Promise<void> {
  const dir = resolve(options.dir);
  const names = ["onpoint.env", ...namesOf(options.service)];
  await refuseOverwriting(dir, names, options.force === true);
  const choices = await chosen(options, resolve(options.dataDir ?? join(dir, "data")));
  ownDirectory(dir);
  const settings = join(dir, "onpoint.env");
  await writeUserFile(settings, settingsFile(choices), { isPrivate: true });
  const machine = machineHere();
  const { dataDir, reach } = choices;
  if (options.service === "systemd")
    await writeUserFile(join(dir, "onpoint.service"), await systemdUnit(machine, { dataDir, settings }));
  if (options.service === "compose")
    await writeUserFile(join(dir, "compose.yaml"), composeFile(machine, reach, VERSION));
  print(nextSteps(choices, dir, options.service, names));
  if (options.service === "systemd" && machine.user === "root")
    note("The unit runs as root. docs/operating/deploy.md shows how to give the service its own user.");
}

function namesOf(service: Service): string[] {
  return service === "systemd" ? ["onpoint.service"] : service === "compose" ? ["compose.yaml"] : [];
}

async function refuseOverwriting(dir: string, names: readonly string[], isForced: boolean): Promise<void> {
  if (isForced) return;
  for (const name of names) {
    const isThere = await access(join(dir, name)).then(
      () => true,
      () => false,
    );
    if (isThere)
      throw new OnpointError("conflict", `${join(dir, name)} is there already`, {
        hint: "Give --force to write over it, or --dir for another directory.",
      });
  }
}

async function chosen(options: Options, dataDir: string): Promise<Choices> {
  const isAsking = options.yes !== true && process.stdin.isTTY;
  const answers = [options.reach, options.pages, options.data];
  if (!isAsking && options.yes !== true && answers.includes(undefined)) {
    throw new OnpointError("invalid_input", "there is no terminal to ask on", {
      hint: "Give --yes, with --reach, --pages and --data where the first answer is not yours.",
    });
  }
  const answer = async <Answer extends string>(
    given: Answer | undefined,
    question: Question<Answer>,
  ): Promise<Answer> => given ?? (isAsking ? ask(question) : (question.answers[0]?.value as Answer));
  const reach = await answer(options.reach, REACH);
  const pages = await answer(options.pages, PAGES);
  return { dataDir, reach, pages, data: await answer(options.data, DATA) };
}

/** This machine as its service needs it. */
export function machineHere(): Machine {
  return {
    user: userInfo().username,
    memory_bytes: memoryGiven_bytes(),
    programDir: fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/u, ""),
    node: process.execPath,
  };
}

function nextSteps({ data, reach }: Choices, dir: string, service: Service, names: readonly string[]): string {
  const place = reach.startsWith("https") ? reach : "http://127.0.0.1:8080";
  const start: Readonly<Record<Service, readonly string[]>> = {
    none: [`cd ${dir} && npx onpoint serve`],
    systemd: [
      `sudo install -m 0644 ${join(dir, "onpoint.service")} /etc/systemd/system/onpoint.service`,
      "sudo systemctl daemon-reload && sudo systemctl enable --now onpoint",
    ],
    compose: [`cd ${dir} && docker compose up --detach --build`],
  };
  const isFetched = data !== "sample" && data !== "none";
  return [
    `Written to ${dir}: ${names.join(", ")}.`,
    "",
    "Next:",
    ...start[service].map((line) => `  ${line}`),
    ...(service === "none" ? [] : [`  cd ${dir}`]),
    ...(isFetched
      ? [
          `  npx onpoint plan ${data}                  # disk, memory and hours, before anything is downloaded`,
          `  npx onpoint fetch ${data} --import        # asks first`,
          `  npx onpoint schedule ${data}              # newer editions by night`,
        ]
      : []),
    "  npx onpoint users first-owner             # a link that creates the administrator's account",
    `  open ${place}/`,
  ].join("\n");
}
