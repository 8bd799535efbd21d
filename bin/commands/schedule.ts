import { join, resolve } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { PUBLISHERS } from "#importers/fetch/sources.ts";
import type { PublisherName } from "#importers/fetch/sources.ts";
import { openContext } from "../context.ts";
import { addPublisherArguments } from "../publishers.ts";
import { systemdTimer } from "../setup/service-files.ts";
import { note, print } from "../terminal.ts";
import { writeUserFile } from "../user-files.ts";
import { machineHere } from "./init.ts";

const EVERY = ["day", "week", "month"] as const;
type Every = (typeof EVERY)[number];

type Options = {
  readonly to?: string;
  readonly mirror?: string;
  readonly contact?: string;
  readonly at: string;
  readonly every: Every;
  readonly courts?: string;
  readonly since?: string;
  readonly systemd?: string;
};

/** Sunday, and the first of the month. */
const CRON_DAYS: Readonly<Record<Every, string>> = { day: "* * *", week: "* * 0", month: "1 * *" };
const CALENDAR_DAYS: Readonly<Record<Every, string>> = { day: "*-*-*", week: "Sun *-*-*", month: "*-*-01" };

export function addScheduleCommand(program: Command): void {
  addPublisherArguments(program.command("schedule"))
    .summary("have newer editions downloaded and imported by night")
    .description(
      "Prints a line for crontab that downloads what is newer and imports it; with --systemd it writes a timer and its service instead. What the directory has as the publisher has it is not downloaded again, and an import of what is there already changes nothing.",
    )
    .option("--at <time>", "the time of day on this machine", timeOf, "03:30")
    .addOption(new Option("--every <period>", "how often").choices(EVERY).default("day"))
    .option("--courts <ids>", "decisions of these courts alone (courtlistener only)")
    .option("--since <day>", "decisions of this day or year and later alone (courtlistener only)")
    .option("--systemd <dir>", "write a timer for systemd into this directory")
    .addHelpText(
      "after",
      "\nExample:\n  $ onpoint schedule usc 11 42 --every week\n  $ onpoint schedule courtlistener --courts scotus,ca9 --every month --systemd .",
    )
    .action(schedule);
}

function timeOf(text: string): string {
  if (/^(?:[01]\d|2[0-3]):[0-5]\d$/u.test(text)) return text;
  throw new InvalidArgumentError("It must be a time of day such as 03:30.");
}

async function schedule(publisher: PublisherName, asked: string[], options: Options): Promise<void> {
  const { config } = openContext("command");
  const settings = resolve(config.file ?? "onpoint.env");
  const words = [
    "fetch",
    publisher,
    ...asked,
    "--to",
    resolve(options.to ?? join(config.dataDir, "fetched", publisher)),
    "--import",
    "--yes",
    ...given("--mirror", options.mirror),
    ...given("--contact", options.contact),
    ...given("--courts", options.courts),
    ...given("--since", options.since),
  ];
  const machine = machineHere();
  const [hour = "", minute = ""] = options.at.split(":");
  if (options.systemd === undefined) {
    const command = [machine.node, join(machine.programDir, "bin/onpoint.mjs"), ...words].map(shellWord).join(" ");
    const set = [
      `ONPOINT_DATA_DIR=${shellWord(resolve(config.dataDir))}`,
      ...(config.file === null ? [] : [`ONPOINT_CONFIG=${shellWord(settings)}`]),
    ];
    // In a crontab a % ends the command.
    print(
      `${Number(minute)} ${Number(hour)} ${CRON_DAYS[options.every]} ${[...set, command].join(" ").replaceAll("%", "\\%")}`,
    );
    note(`Add the line with \`crontab -e\` as ${machine.user}. ${PUBLISHERS[publisher].title}.`);
    return;
  }
  const name = `onpoint-fetch-${publisher}`;
  const onCalendar = `${CALENDAR_DAYS[options.every]} ${options.at}:00`;
  const timer = systemdTimer(machine, { words, name, onCalendar, settings, dataDir: resolve(config.dataDir) });
  const dir = resolve(options.systemd);
  await writeUserFile(join(dir, `${name}.service`), timer.service);
  await writeUserFile(join(dir, `${name}.timer`), timer.timer);
  print(
    [
      `sudo install -m 0644 ${join(dir, `${name}.service`)} ${join(dir, `${name}.timer`)} /etc/systemd/system/`,
      `sudo systemctl daemon-reload && sudo systemctl enable --now ${name}.timer`,
    ].join("\n"),
  );
}

function given(option: string, value: string | undefined): string[] {
  return value === undefined ? [] : [option, value];
}

/** As a shell reads it as one word. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
