/**
 * A real OpenSearch for the tests of the cluster engine, from Maven Central alone: its jars are resolved once by Maven
 * (test/opensearch/pom.xml) and a small class beside starts a node in one process on ports that the system chooses. One
 * node for the whole run, which ends with the run, also with one that is killed: it ends when its input does. Who runs
 * a file again and again names a node that runs already in ONPOINT_TEST_SEARCH_URL.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startNode } from "./opensearch/node.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Empty where there is no node. */
    openSearchUrl: string;
  }
}

/** Vitest's global set-up: starts the node where it is asked for, and tells the tests where it answers. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env["ONPOINT_TEST_SEARCH"] !== "require") {
    project.provide("openSearchUrl", "");
    return async () => undefined;
  }
  const running = process.env["ONPOINT_TEST_SEARCH_URL"];
  if (running !== undefined) {
    project.provide("openSearchUrl", running);
    return async () => undefined;
  }
  const home = await mkdtemp(join(tmpdir(), "onpoint-opensearch-"));
  const removed = async (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    const node = await startNode(home);
    project.provide("openSearchUrl", node.url);
    return async () => {
      await node.stop();
      await removed();
    };
  } catch (error) {
    await removed();
    throw error;
  }
}

/** Why no node can be had here, or undefined when one can. */
export function whyNoOpenSearch(): string | undefined {
  return process.env["ONPOINT_TEST_SEARCH"] === "require" ? undefined : "with npm run test:search";
}
