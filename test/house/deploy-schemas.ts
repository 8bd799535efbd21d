/** The schemas of what reads deploy/: of Compose as JSON, of Kubernetes as the types made from its own description. */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse, parseAllDocuments } from "yaml";
import { ROOT } from "./source-files.ts";

const COMPOSE_SCHEMA = join(ROOT, "node_modules/dclint/schemas/compose.schema.json");
/** Where modules of the project are found from. */
const ROOM = join(ROOT, "node_modules/.cache/onpoint");
const STRICT = "--ignoreConfig --noEmit --strict --skipLibCheck --target esnext --module nodenext --types node".split(
  " ",
);

/** What is wrong with compose files, each fault with its place. */
export async function faultsOfCompose(texts: readonly string[]): Promise<readonly (readonly string[])[]> {
  const { $schema: _, ...schema } = JSON.parse(await readFile(COMPOSE_SCHEMA, "utf8")) as Record<string, unknown>;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  return texts.map((text) => {
    validate(parse(text, { merge: true }));
    return (validate.errors ?? []).map(
      ({ instancePath, message = "", params }) => `${instancePath}: ${message} ${JSON.stringify(params)}`,
    );
  });
}

/**
 * What is wrong with manifests, as the compiler says it: it refuses members that Kubernetes does not have, which a schema
 * of its own lets pass.
 */
export async function faultsOfManifests(texts: readonly string[]): Promise<readonly string[]> {
  const objects = texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as Manifest));
  const lines = objects.map(
    ({ apiVersion, kind, ...rest }, at) =>
      `import type { I${kind} as T${at} } from "kubernetes-models/${apiVersion}";\n` +
      `export const object${at}: T${at} = ${JSON.stringify({ apiVersion, kind, ...rest }, null, 1)};\n`,
  );
  await mkdir(ROOM, { recursive: true });
  const dir = await mkdtemp(join(ROOM, "manifests-"));
  try {
    const file = join(dir, "manifests.ts");
    await writeFile(file, lines.join(""));
    return await compiled(file);
  } finally {
    await rm(dir, { recursive: true });
  }
}

type Manifest = { readonly apiVersion: string; readonly kind: string };

async function compiled(file: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    execFile(join(ROOT, "node_modules/.bin/tsc"), [...STRICT, file], (error, stdout) => {
      if (error === null) resolve([]);
      else if (stdout.includes("error TS")) resolve(stdout.split("\n").filter((line) => line.includes("error TS")));
      else reject(error);
    });
  });
}
