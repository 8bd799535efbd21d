/** A node of OpenSearch in a process of its own: see test/opensearch-server.ts. */
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const PARTS = fileURLToPath(new URL(".", import.meta.url));
const START_WAIT_MS = 300_000;
const JAVA = ["-Dlog4j2.level=error", "-Dlog4j.shutdownHookEnabled=false"];
/** Starts fast and takes little. */
const SMALL = "-Xms512m -Xmx512m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC".split(" ");
/** A cluster of its own. */
const ALONE = ["discovery.type=single-node"];
const run = promisify(execFile);

export type SearchNode = {
  readonly url: string;
  /** Where other nodes of its cluster find it. */
  readonly transport: string;
  /** As by its operator. */
  readonly stop: () => Promise<void>;
  /** As by a failure; what it has written stays in its home. */
  readonly kill: () => Promise<void>;
};

/**
 * Starts a node with what was written in its home, a directory, before; `machine` is how Java's own is set up, `settings`
 * are OpenSearch's.
 */
export async function startNode(
  home: string,
  machine: readonly string[] = SMALL,
  settings: readonly string[] = ALONE,
): Promise<SearchNode> {
  const parts = await resolvedParts();
  const classPath = [join(parts, "classes"), join(parts, "jars", "*")].join(":");
  const parameters = [...machine, ...JAVA, "-cp", classPath, "SearchNode", home, ...settings];
  const node = spawn("java", parameters, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => node.once("close", () => resolve()));
  const kill = async (): Promise<void> => {
    node.kill("SIGKILL");
    await ended;
  };
  const stop = async (): Promise<void> => {
    node.stdin.end();
    await ended;
  };
  try {
    return { ...(await addressesOf(node)), stop, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

type Addresses = Pick<SearchNode, "url" | "transport">;

/** In the lines of its output; what it says otherwise is told when it fails. */
async function addressesOf(node: ChildProcess): Promise<Addresses> {
  const { promise, resolve, reject } = Promise.withResolvers<Addresses>();
  let transport = "";
  const said: string[] = [];
  const fail = (what: string): void => reject(new Error(`OpenSearch ${what}:\n${said.slice(-20).join("\n")}`));
  for (const stream of [node.stdout, node.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      said.push(line);
      if (line.startsWith("transport://")) transport = new URL(line).host;
      if (line.startsWith("http://")) resolve({ url: line, transport });
    });
  }
  node.once("error", reject);
  node.once("close", (code) => fail(`ended with ${code}`));
  const limit = setTimeout(() => fail(`did not start within ${START_WAIT_MS} ms`), START_WAIT_MS);
  return promise.finally(() => clearTimeout(limit));
}

/**
 * Two nodes of one cluster, the first of which manages it, each in a home of its own under `home`. The other one can be
 * started again.
 */
export async function startTwoNodes(
  home: string,
): Promise<{ readonly first: SearchNode; readonly second: () => Promise<SearchNode> }> {
  const manages = ["node.name=first", "node.roles=cluster_manager,data", "cluster.initial_cluster_manager_nodes=first"];
  const first = await startNode(join(home, "first"), SMALL, manages);
  const joins = ["node.name=second", "node.roles=data", `discovery.seed_hosts=${first.transport}`];
  return { first, second: async () => startNode(join(home, "second"), SMALL, joins) };
}

/** Jars and the compiled class, kept from run to run; another pom or class is resolved anew. */
async function resolvedParts(): Promise<string> {
  const files = ["pom.xml", "SearchNode.java"].map((name) => readFileSync(join(PARTS, name)));
  const hash = createHash("sha256").update(Buffer.concat(files)).digest("hex").slice(0, 12);
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const parts = join(cache, "onpoint-test", `opensearch-${hash}`);
  if (existsSync(parts)) return parts;
  const made = await mkdtemp(join(tmpdir(), "onpoint-jars-"));
  try {
    await run("mvn", ["-B", "-q", "package", `-Djars=${join(made, "jars")}`], { cwd: PARTS });
    const paths = ["-d", join(made, "classes"), "-cp", join(made, "jars", "*")];
    await run("javac", [...paths, join(PARTS, "SearchNode.java")]);
    await mkdir(join(parts, ".."), { recursive: true });
    const beside = `${parts}.${process.pid}`;
    await cp(made, beside, { recursive: true });
    await rename(beside, parts);
  } catch (cause) {
    throw new Error("OpenSearch's jars need Maven and a JDK: apt-get install maven default-jdk-headless", { cause });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return parts;
}
