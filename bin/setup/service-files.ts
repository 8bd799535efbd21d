import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Reach } from "./settings-file.ts";

/** The machine that a service is set up on, and whose service it is. */
export type Machine = {
  readonly user: string;
  readonly memory_bytes: number;
  /** Where the program is. */
  readonly programDir: string;
  readonly node: string;
};

const UNIT = fileURLToPath(new URL("../../deploy/onpoint.service", import.meta.url));

/** Of the machine's memory, at which the service is slowed down, and at which it is started anew. */
const MEMORY_HIGH_SHARE = 0.6;
const MEMORY_MAX_SHARE = 0.75;
const MIB = 1024 * 1024;
/** Directories that `ProtectHome=yes` hides. */
const HOMES = /^\/(?:home|root|run\/user)(?:\/|$)/u;

/** `deploy/onpoint.service` for this machine: its user, its paths, its memory. */
export async function systemdUnit(
  machine: Machine,
  { dataDir, settings }: { readonly dataDir: string; readonly settings: string },
): Promise<string> {
  const { user, programDir, node, memory_bytes } = machine;
  const mib = (share: number): string => `${Math.floor((memory_bytes * share) / MIB)}M`;
  const isAtHome = [dataDir, settings, programDir, node].some((path) => HOMES.test(path));
  const lines: Readonly<Record<string, string | null>> = {
    Documentation: `file://${programDir}/docs/operating/deploy.md`,
    User: user,
    Group: null,
    WorkingDirectory: programDir,
    EnvironmentFile: settings,
    Environment: "ONPOINT_LOG_FORMAT=json",
    ExecStart: `${node} ${programDir}/bin/onpoint.mjs serve`,
    MemoryHigh: mib(MEMORY_HIGH_SHARE),
    MemoryMax: mib(MEMORY_MAX_SHARE),
    StateDirectory: null,
    StateDirectoryMode: null,
    ProtectSystem: `strict\nReadWritePaths=${dataDir}`,
    ProtectHome: isAtHome ? "no" : "yes",
  };
  return (await readFile(UNIT, "utf8"))
    .split("\n")
    .flatMap((line) => {
      const [name = ""] = /^\w+(?==)/u.exec(line) ?? [];
      if (!Object.hasOwn(lines, name)) return [line];
      const value = lines[name] ?? null;
      return value === null ? [] : [`${name}=${value}`];
    })
    .join("\n");
}

/** One container of the image that `deploy/Dockerfile` makes. */
export function composeFile({ programDir, memory_bytes }: Machine, reach: Reach, version: string): string {
  const published = reach === "network" ? "8080:8080" : "127.0.0.1:8080:8080";
  return `# Written by \`onpoint init\`: docker compose up --detach
services:
  onpoint:
    image: onpoint:${version}
    build:
      context: ${JSON.stringify(programDir)}
      dockerfile: deploy/Dockerfile
    restart: unless-stopped
    env_file: ["onpoint.env"]
    environment:
      # In the container; where it is reached is said by the published port.
      ONPOINT_HOST: 0.0.0.0
      ONPOINT_DATA_DIR: /data
    ports: ["${published}"]
    volumes: ["data:/data"]
    read_only: true
    tmpfs: ["/tmp"]
    cap_drop: ["ALL"]
    security_opt: ["no-new-privileges:true"]
    mem_limit: ${Math.floor((memory_bytes * MEMORY_MAX_SHARE) / MIB)}m
    stop_grace_period: 25s
volumes:
  data: {}
`;
}

/** A timer that runs one command of the program, with its service. */
export type Timer = { readonly name: string; readonly service: string; readonly timer: string };

export function systemdTimer(
  machine: Machine,
  job: {
    readonly words: readonly string[];
    readonly name: string;
    readonly onCalendar: string;
    readonly settings: string;
    readonly dataDir: string;
  },
): Timer {
  const { user, programDir, node } = machine;
  const command = [node, `${programDir}/bin/onpoint.mjs`, ...job.words].map(unitWord).join(" ");
  return {
    name: job.name,
    service: `[Unit]
Description=Onpoint: ${job.words.join(" ")}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=${user}
Environment=ONPOINT_DATA_DIR=${unitWord(job.dataDir)}
EnvironmentFile=-${job.settings}
ExecStart=${command}
# What is downloaded and imported gives way to the service and to everything else.
Nice=10
IOSchedulingClass=idle
UMask=0077
NoNewPrivileges=yes
PrivateTmp=yes
`,
    timer: `[Unit]
Description=Onpoint: when ${job.name} runs

[Timer]
OnCalendar=${job.onCalendar}
# Not all services of the world at the same minute; and a machine that was off makes up for it.
RandomizedDelaySec=30min
Persistent=true

[Install]
WantedBy=timers.target
`,
  };
}

/** In a unit's command \`%\` begins a specifier, and a space divides words. */
function unitWord(word: string): string {
  const safe = word.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /[\s"'\\;]/u.test(safe) ? JSON.stringify(safe) : safe;
}
