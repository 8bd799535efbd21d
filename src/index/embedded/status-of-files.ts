import type { EngineStatus } from "#index/index.ts";
import { statusOf } from "./embedded.ts";
import { readManifest } from "./segment/manifest.ts";

/** What the index in a directory holds, as its files say, whoever writes it: nothing is opened or changed. */
export function statusOfFiles(dir: string): EngineStatus {
  const manifest = readManifest(dir);
  if (manifest !== "damaged") return statusOf(manifest, false);
  const damaged = [{ name: "manifest", documents: 0, file: "manifest", reason: "neither copy of it can be read" }];
  return { documents: 0, size_bytes: 0, damaged };
}
