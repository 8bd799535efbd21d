/** From where the service can be reached: this machine, every network it is on, or a public address behind a proxy. */
export type Reach = "here" | "network" | `https://${string}`;

/** Who may search on the pages for people. */
export type Pages = "open" | "signed-in" | "off";

/** What a person answers when a service is set up. */
export type Choices = {
  readonly dataDir: string;
  readonly reach: Reach;
  readonly pages: Pages;
  /** `sample`, `none`, or a publisher and what of it (`usc 11 42`). */
  readonly data: string;
};

const PAGES_IN_WORDS: Readonly<Record<Pages, string>> = {
  open: "anyone who reaches the service",
  "signed-in": "people who are signed in",
  off: "nobody; the API alone answers",
};

/** The settings of these choices, each with a line that says why it is there. */
export function settingsFile({ dataDir, reach, pages, data }: Choices): string {
  const lines = [
    "# Written by `onpoint init`. Every setting: docs/operating/configuration.md",
    "",
    "# Records, indexes and vectors. Back it up with `onpoint backup`.",
    `ONPOINT_DATA_DIR=${quoted(dataDir)}`,
    "",
    ...reachLines(reach),
    "",
    `# Who may search on the pages: ${PAGES_IN_WORDS[pages]}.`,
    `ONPOINT_PAGES=${pages}`,
    ...(pages === "off"
      ? ["ONPOINT_READER_PAGES=closed"]
      : ["# A decision's page answers whoever has its address; for confidential ones: ONPOINT_READER_PAGES=closed"]),
    "",
    "# The invented sample corpus, to try the service with.",
    `ONPOINT_SAMPLE=${data === "sample" ? "yes" : "no"}`,
    "",
  ];
  return lines.join("\n");
}

function reachLines(reach: Reach): string[] {
  if (reach === "here") return ["# Only programs on this machine reach it.", "ONPOINT_HOST=127.0.0.1"];
  if (reach === "network") {
    return [
      "# Every network this machine is on reaches it. Put a proxy with TLS before it when that is not your office alone.",
      "ONPOINT_HOST=0.0.0.0",
    ];
  }
  return [
    "# A proxy on this machine answers at the public address and sets X-Forwarded-For.",
    "ONPOINT_HOST=127.0.0.1",
    `ONPOINT_BASE_URL=${reach}`,
    "ONPOINT_TRUST_PROXY=yes",
  ];
}

/** As a settings file reads it: a value with a space or a # stands in quotation marks. */
function quoted(value: string): string {
  return /[\s#"'`]/u.test(value) ? JSON.stringify(value) : value;
}
