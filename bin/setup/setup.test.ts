import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { PUBLISHERS } from "#importers/fetch/sources.ts";
import { faultsOfCompose } from "#test/house/deploy-schemas.ts";
import { DATA, PAGES, REACH } from "../commands/init.ts";
import { tooShort } from "../commands/plan.ts";
import { loadConfig } from "../settings.ts";
import { answerOf } from "./ask.ts";
import { estimateOf } from "./estimate.ts";
import { composeFile, systemdTimer, systemdUnit } from "./service-files.ts";
import { settingsFile } from "./settings-file.ts";
import type { Choices, Pages, Reach } from "./settings-file.ts";

const MACHINE = {
  user: "clerk",
  memory_bytes: 8 * 1024 ** 3,
  programDir: "/usr/lib/node_modules/onpoint",
  node: "/usr/bin/node",
};

const CHOICES: readonly Choices[] = (
  ["here", "network", "https://law.example.org/research"] as readonly Reach[]
).flatMap((reach) =>
  (["open", "signed-in", "off"] as readonly Pages[]).map((pages) => ({
    dataDir: "/srv/our data #1",
    reach,
    pages,
    data: pages === "open" ? "sample" : "usc 11 42",
  })),
);

test("every settings file that init can write is read without a fault and says what was chosen", () => {
  expect(CHOICES).toHaveLength(9);
  for (const choices of CHOICES) {
    const { dataDir, host, pages, readerPages, baseUrl, trustProxy, loadSample } = loadConfig(
      parseEnv(settingsFile(choices)),
    );
    const isPublic = choices.reach.startsWith("https");
    expect({ dataDir, host, pages, readerPages, baseUrl, trustProxy, loadSample }).toEqual({
      dataDir: "/srv/our data #1",
      host: choices.reach === "network" ? "0.0.0.0" : "127.0.0.1",
      pages: choices.pages,
      readerPages: choices.pages === "off" ? "closed" : "open",
      baseUrl: isPublic ? choices.reach : null,
      trustProxy: isPublic,
      loadSample: choices.data === "sample",
    });
  }
});

test.each([
  [REACH, "", "here"],
  [REACH, "2", "network"],
  [REACH, " network ", "network"],
  [REACH, "https://law.example.org/", "https://law.example.org"],
  [REACH, "http://law.example.org", undefined],
  [REACH, "https://law.example.org/?a=b", undefined],
  [REACH, "3", undefined],
  [PAGES, "3", "off"],
  [PAGES, "everybody", undefined],
  [DATA, "4", "none"],
  [DATA, "cap  us 1-20", "cap us 1-20"],
  [DATA, "westlaw", undefined],
] as const)("the question %o answered with %j is %j", (question, line, answer) => {
  expect(answerOf<string>(question, line)).toBe(answer);
});

describe("a service file", () => {
  const places = { dataDir: "/srv/onpoint", settings: "/etc/onpoint/onpoint.env" };

  test("for systemd is the one of the project with this machine's user, paths and memory", async () => {
    const unit = await systemdUnit(MACHINE, places);
    for (const line of [
      "User=clerk",
      "WorkingDirectory=/usr/lib/node_modules/onpoint",
      "EnvironmentFile=/etc/onpoint/onpoint.env",
      "ExecStart=/usr/bin/node /usr/lib/node_modules/onpoint/bin/onpoint.mjs serve",
      "MemoryHigh=4915M",
      "MemoryMax=6144M",
      "ReadWritePaths=/srv/onpoint",
      "ProtectHome=yes",
      "WatchdogSec=60",
      "NoNewPrivileges=yes",
    ])
      expect(unit.split("\n")).toContain(line);
    expect(unit).not.toMatch(/\/opt\/onpoint|^Group=|^StateDirectory/mu);
    expect(await systemdUnit(MACHINE, { ...places, dataDir: ["", "home", "clerk", "data"].join("/") })).toContain(
      "\nProtectHome=no\n",
    );
  });

  test("for Compose is one that Compose takes, open beyond this machine only when it was asked for", async () => {
    const [here, network] = [composeFile(MACHINE, "here", "1.2.3"), composeFile(MACHINE, "network", "1.2.3")];
    expect(await faultsOfCompose([here, network])).toEqual([[], []]);
    expect(here).toContain('ports: ["127.0.0.1:8080:8080"]');
    expect(network).toContain('ports: ["8080:8080"]');
  });

  test("of a timer keeps words whole that a unit would divide or expand", () => {
    const words = ["fetch", "usc", "--to", "/srv/100% ours"];
    const { service, timer } = systemdTimer(MACHINE, {
      words,
      name: "onpoint-fetch-usc",
      onCalendar: "*-*-* 03:30:00",
      ...places,
    });
    expect(service).toContain('onpoint.mjs fetch usc --to "/srv/100%% ours"\n');
    expect(timer).toContain("\nOnCalendar=*-*-* 03:30:00\n");
  });
});

test("an estimate grows with what is downloaded and with how slow the machine is, and names the shape", () => {
  const [small, large] = [1e9, 54e9].map((bytes) => estimateOf(PUBLISHERS.courtlistener, { bytes }));
  expect([small?.shape, large?.shape]).toEqual(["embedded", "cluster"]);
  expect(large?.disk_bytes).toBe(594e9);
  expect(estimateOf(PUBLISHERS.usc, { bytes: 1e6, slowness: 2 })).toMatchObject({ opinions: 0, work_s: 8 });
  const machine = { ...estimateOf(PUBLISHERS.cap, { bytes: 1e9 }), due_bytes: 1e9, memory_bytes: 8e9 };
  expect(tooShort({ ...machine, free_bytes: 12e9 })).toEqual([]);
  expect(tooShort({ ...machine, free_bytes: 5e9 })).toEqual([
    "The disk is too small: about 11 GB are needed, 5.0 GB are free.",
  ]);
  expect(tooShort({ ...machine, free_bytes: 12e9, memory_bytes: 0.5e9 })).toHaveLength(1);
});
