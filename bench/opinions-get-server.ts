import { Hono } from "hono";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { createKey } from "#accounts/keys.ts";
import { createLogger } from "#base/log.ts";
import { transaction, type Db } from "#db/connection.ts";
import { createResearch } from "#research/research.ts";
import { openRecords } from "#schema/open.ts";
import { httpConfig } from "#http/config.ts";
import { listen } from "#http/listen.ts";
import { createServer, type App } from "#http/server.ts";
import type { ClusterDraft } from "#opinions/model.ts";
import type { OpinionWrite } from "#opinions/store/record.ts";
import { writeDecisions } from "#opinions/store/write.ts";

/** One server of the bench in a process of its own; tells its parent where it is once the store is filled. */
export type ServerAddress = { readonly url: string; readonly path: string; readonly key: string };

const BATCH = 1000;

async function fill(db: Db, decisions: number): Promise<void> {
  for (let from = 0; from < decisions; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, decisions - from) }, (_, index) => from + index);
    await transaction(db, async (trx) =>
      writeDecisions(trx, { clusters: numbers.map(cluster), opinions: numbers.map(opinion), whole: new Map() }),
    );
  }
}

function cluster(number: number): ClusterDraft {
  const citation = { volume: String(1 + number), reporter: "Samp.", page: String(1 + (number % 97)) };
  return {
    source: "bench",
    sourceId: String(number),
    case: {
      sourceId: String(number),
      docketNumber: `19-cv-${number}`,
      caption: `Party ${number} v. Other`,
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: "ca9",
    caseName: `Party ${number} v. Other`,
    filed: { date: "1998-06-15", precision: "day" },
    publishStatus: "published",
    judges: ["Vale", "Quist", "Orme"],
    citations: [
      { ...citation, citedAs: `${citation.volume} Samp. ${citation.page}` },
      { volume: String(1 + number), reporter: "Fict. Rep.", page: "7", citedAs: `${1 + number} Fict. Rep. 7` },
    ],
    headmatterHtml: null,
  };
}

function opinion(number: number): OpinionWrite {
  const text = `Decision ${number}. ${"The court has read the briefs and heard the parties. ".repeat(40)}`;
  return {
    contentHash: String(number),
    draft: {
      source: "bench",
      sourceId: String(number),
      clusterSourceId: String(number),
      ordinal: 0,
      type: "lead",
      author: "Vale",
      joinedBy: null,
      judges: [],
      perCuriam: false,
      enBanc: false,
      publishStatus: "published",
      precedentialNote: null,
      paginationCitation: null,
      textSource: "html",
      text: { html: `<p>${text}</p>`, text, offsetMap: new Uint8Array() },
    },
  };
}

async function onpoint(dataDir: string, decisions: number): Promise<{ app: App; key: string }> {
  const db = await openRecords({ dataDir });
  await fill(db, decisions);
  const { key } = await createKey(db, { name: "bench" });
  const log = createLogger({ level: "info", format: "json" });
  const services = {
    research: createResearch({ db }),
    keys: createKeyVerifier({ db, log }),
    checks: [],
  };
  return { app: createServer(services, httpConfig("http://127.0.0.1", { rateLimit: null }), log), key };
}

/** What the framework costs alone: the body read and parsed, a small answer in JSON. */
function bare(): Pick<App, "fetch" | "drain"> {
  const app = new Hono();
  app.post("/v1/opinions/get", async (c) => c.json({ opinions: await c.req.json<unknown>() }));
  return { fetch: app.fetch, drain: () => undefined };
}

const [kind = "onpoint", dataDir = "", decisions = "0"] = process.argv.slice(2);
const { app, key } = kind === "bare" ? { app: bare(), key: "none" } : await onpoint(dataDir, Number(decisions));
const listening = await listen(app, { host: "127.0.0.1", port: 0 });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.({ url: listening.address, path: "/v1/opinions/get", key } satisfies ServerAddress);
