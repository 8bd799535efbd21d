import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import { carryOut, planFetch } from "#importers/fetch/fetch.ts";
import type { FetchOptions, FetchPlan } from "#importers/fetch/fetch.ts";
import { PUBLISHERS } from "#importers/fetch/sources.ts";
import type { Publisher, PublisherName } from "#importers/fetch/sources.ts";
import { interruptSignal } from "../context.ts";
import { addPublisherArguments, PUBLISHERS_IN_WORDS, userAgentOf } from "../publishers.ts";
import { bytes, count, duration, EXIT, note, openProgress, print, printJson, table } from "../terminal.ts";

type Options = {
  readonly to?: string;
  readonly mirror?: string;
  readonly contact?: string;
  readonly yes?: boolean;
  readonly import?: boolean;
  readonly courts?: string;
  readonly since?: string;
  readonly json?: boolean;
};

/** A plan shows so many of its files. */
const SHOWN_MAX = 12;

export function addFetchCommand(program: Command): void {
  addPublisherArguments(program.command("fetch"))
    .summary("download what a publisher offers, ready to import")
    .description(
      "Says first what would be downloaded, how large it is and under which terms, and asks. A download goes on where it was interrupted; what is held as the publisher has it is not fetched again.\nNothing is downloaded unless you run this command, and nothing is asked of any host but the publisher's.",
    )
    .option("--yes", "download without asking")
    .option("--import", "import what was downloaded")
    .option("--courts <ids>", "import decisions of these courts alone (courtlistener only)")
    .option("--since <day>", "import decisions of this day or year and later alone (courtlistener only)")
    .option("--json", "print the plan as JSON and download nothing")
    .addHelpText(
      "after",
      `\nPublishers:\n${PUBLISHERS_IN_WORDS}\n\nExample:\n  $ onpoint fetch cap us 1-20 --to ./cap --import\n  $ onpoint fetch usc 11 42\n  $ onpoint fetch courtlistener --courts scotus,ca9 --since 1990 --import`,
    )
    .action(async (name: PublisherName, asked: string[], options: Options) => {
      const publisher: Publisher = PUBLISHERS[name];
      const filter = filterOf(publisher, options);
      const fetching: FetchOptions = {
        publisher,
        asked,
        dir: resolve(options.to ?? name),
        mirror: options.mirror,
        userAgent: userAgentOf(options),
        signal: interruptSignal(),
      };
      const plan = await planFetch(fetching);
      if (options.json === true) {
        printJson(plan);
        return;
      }
      print(planText(plan, fetching));
      if (!(await fetched(plan, fetching, options))) return;
      if (options.import === true) await importIn(publisher, fetching.dir, filter);
      else print(`To import it: npx onpoint import ${[publisher.importer, fetching.dir, ...filter].join(" ")}`);
    });
}

/** What the import is told to keep. */
function filterOf({ importer }: Publisher, { courts, since }: Options): string[] {
  if (importer !== "courtlistener" && (courts ?? since) !== undefined) {
    throw new OnpointError("invalid_input", "--courts and --since apply to courtlistener alone", {
      hint: "Leave them out.",
    });
  }
  return [...(courts === undefined ? [] : ["--courts", courts]), ...(since === undefined ? [] : ["--since", since])];
}

/** False where nothing was wanted or the person broke it off. */
async function fetched(plan: FetchPlan, fetching: FetchOptions, options: Options): Promise<boolean> {
  if (plan.files.every(({ isHeld }) => isHeld)) return true;
  if (!(await isAgreed(options))) {
    process.exitCode = EXIT.failed;
    note("Nothing was downloaded.");
    return false;
  }
  const progress = openProgress("fetch", bytes);
  const total_bytes = plan.unsized === 0 ? plan.bytes : 0;
  try {
    const files = await carryOut(plan, {
      ...fetching,
      onFile: (file, done_bytes) => progress.update(done_bytes, total_bytes, file),
    });
    progress.finish();
    print(`Downloaded to ${fetching.dir}: ${count(files.length)} files. fetched.json has the SHA-256 of each.`);
    return true;
  } catch (thrown) {
    progress.finish();
    if (!fetching.signal.aborted) throw thrown;
    note("fetch: interrupted; progress is saved, run the same command to resume");
    process.exitCode = EXIT.interrupted;
    return false;
  }
}

function planText(plan: FetchPlan, { publisher, dir }: FetchOptions): string {
  const { files, bytes: due_bytes, unsized, free_bytes } = plan;
  const held = files.filter(({ isHeld }) => isHeld).length;
  const shown = files
    .slice(0, SHOWN_MAX)
    .map(({ name, size_bytes, isHeld }) => [
      name,
      size_bytes === undefined ? "not told" : bytes(size_bytes),
      isHeld ? "held" : "to download",
    ]);
  const { seconds_per_mb, disk_factor } = publisher.cost;
  const work = `Imported and searchable they take about ${bytes(due_bytes * disk_factor)} on disk, and about ${duration((due_bytes / 1e6) * seconds_per_mb)} of work on two cores.`;
  return [
    publisher.title,
    `  terms    ${publisher.terms}`,
    `  from     ${publisher.hosts.join(", ")}`,
    `  to       ${dir} (${bytes(free_bytes)} free)`,
    "",
    table(["file", "size", ""], shown),
    ...(files.length > SHOWN_MAX ? [`and ${count(files.length - SHOWN_MAX)} more`] : []),
    "",
    `${count(files.length)} files, ${count(held)} of them held; ${bytes(due_bytes)} to download${unsized === 0 ? "" : `, and ${count(unsized)} files whose size the publisher does not tell`}.`,
    ...(due_bytes === 0 ? [] : [work]),
  ].join("\n");
}

async function isAgreed({ yes }: Options): Promise<boolean> {
  if (yes === true) return true;
  if (!process.stdin.isTTY) {
    throw new OnpointError("invalid_input", "there is no terminal to ask on", {
      hint: "add --yes to download without asking",
    });
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/iu.test((await asking.question("Download? [y/N] ")).trim());
  } finally {
    asking.close();
  }
}

/** As a process of its own, which has the bounds of memory that imports have. */
async function importIn({ importer }: Publisher, dir: string, filter: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [process.argv[1] ?? "", "import", importer, dir, ...filter], {
    stdio: "inherit",
  });
  const [code] = (await once(child, "close")) as [number | null];
  process.exitCode = code ?? EXIT.failed;
}
