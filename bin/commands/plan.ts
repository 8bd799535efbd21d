import { availableParallelism, freemem, totalmem } from "node:os";
import { resolve } from "node:path";
import type { Command } from "commander";
import { planFetch } from "#importers/fetch/fetch.ts";
import { PUBLISHERS } from "#importers/fetch/sources.ts";
import type { Publisher, PublisherName } from "#importers/fetch/sources.ts";
import { interruptSignal, openContext } from "../context.ts";
import { addPublisherArguments, userAgentOf } from "../publishers.ts";
import { estimateOf } from "../setup/estimate.ts";
import type { Estimate } from "../setup/estimate.ts";
import { measureMachine } from "../setup/measure-machine.ts";
import type { Measured } from "../setup/measure-machine.ts";
import { bytes, count, duration, EXIT, note, print, printJson, table } from "../terminal.ts";

type Options = {
  readonly to?: string;
  readonly mirror?: string;
  readonly contact?: string;
  readonly measure: boolean;
  readonly json?: boolean;
};

export function addPlanCommand(program: Command): void {
  addPublisherArguments(program.command("plan"))
    .summary("what a publisher's data takes on this machine: disk, memory, hours")
    .description(
      "Asks the publisher for the sizes of its files and measures this machine for some seconds, by importing the sample corpus into a scratch directory. Downloads and keeps nothing. Ends with 1 where the disk or the memory is too small.",
    )
    .option("--no-measure", "take the speed of the machine of the figures instead of measuring this one")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint plan courtlistener\n  $ onpoint plan usc 11 42 --json")
    .action(async (name: PublisherName, asked: string[], options: Options) => {
      const context = openContext("command");
      const publisher: Publisher = PUBLISHERS[name];
      const { mirror } = options;
      const fetched = await planFetch({
        publisher,
        asked,
        dir: resolve(options.to ?? name),
        mirror,
        userAgent: userAgentOf(options),
        signal: interruptSignal(),
      });
      const whole_bytes = fetched.files.reduce((sum, { size_bytes = 0 }) => sum + size_bytes, 0);
      if (options.measure) note("Measuring this machine with the sample corpus …");
      const measured = options.measure ? await measureMachine(context) : undefined;
      const estimate = estimateOf(publisher, { bytes: whole_bytes, ...(measured && { slowness: measured.slowness }) });
      const short = tooShort({ ...estimate, due_bytes: fetched.bytes, free_bytes: fetched.free_bytes });
      if (short.length > 0) process.exitCode = EXIT.failed;
      if (options.json === true) {
        return printJson({
          ...estimate,
          download_bytes: fetched.bytes,
          free_bytes: fetched.free_bytes,
          measured,
          short,
        });
      }
      print(inWords(publisher, { estimate, measured, whole_bytes, ...fetched }));
      for (const words of short) print(`!! ${words}`);
    });
}

/** What the machine has too little of. */
export function tooShort({
  disk_bytes,
  due_bytes,
  free_bytes,
  import_bytes,
  serve_bytes,
  memory_bytes = totalmem(),
}: Pick<Estimate, "disk_bytes" | "import_bytes" | "serve_bytes"> & {
  readonly due_bytes: number;
  readonly free_bytes: number;
  readonly memory_bytes?: number;
}): string[] {
  const wanted_bytes = disk_bytes + due_bytes;
  const used_bytes = Math.max(import_bytes, serve_bytes);
  return [
    ...(wanted_bytes > free_bytes
      ? [`The disk is too small: about ${bytes(wanted_bytes)} are needed, ${bytes(free_bytes)} are free.`]
      : []),
    ...(used_bytes > memory_bytes
      ? [`The memory is too small: about ${bytes(used_bytes)} are needed, the machine has ${bytes(memory_bytes)}.`]
      : []),
  ];
}

type Planned = {
  readonly estimate: Estimate;
  readonly measured: Measured | undefined;
  readonly whole_bytes: number;
  readonly bytes: number;
  readonly unsized: number;
  readonly free_bytes: number;
  readonly files: readonly unknown[];
};

function inWords({ title, terms, importer }: Publisher, planned: Planned): string {
  const { estimate, measured, whole_bytes, unsized, free_bytes, files } = planned;
  const speed =
    measured === undefined
      ? "not measured; figures of two cores"
      : `${measured.slowness.toFixed(2)} times the processor time of the figures (${measured.cpu_s.toFixed(1)} s for the sample corpus)`;
  const rows = [
    ["terms", terms],
    ["download", `${bytes(planned.bytes)} of ${bytes(whole_bytes)} in ${count(files.length)} files`],
    ...(unsized === 0 ? [] : [["", `and ${count(unsized)} files whose size the publisher does not say`]]),
    ["disk", `about ${bytes(estimate.disk_bytes)} for records and indexes; ${bytes(free_bytes)} free`],
    [
      "memory",
      `about ${bytes(estimate.import_bytes)} to import, ${bytes(estimate.serve_bytes)} to answer; ${bytes(totalmem())} here, ${bytes(freemem())} free`,
    ],
    ["time", `about ${duration(estimate.work_s)} to import and index on two cores; ${availableParallelism()} here`],
    ["speed", speed],
    ...(estimate.opinions === 0 ? [] : [["opinions", `about ${count(estimate.opinions)}`]]),
    [
      "shape",
      estimate.shape === "embedded"
        ? "one process with SQLite and index files"
        : "PostgreSQL and OpenSearch (docs/operating/cluster.md); one process holds about a million opinions",
    ],
  ];
  const filter =
    importer === "courtlistener"
      ? [
          "--courts and --since of import and fetch keep some of it: all is downloaded and read, and disk and time shrink with what is kept.",
        ]
      : [];
  return [title, table(["", ""], rows), ...filter].join("\n");
}
