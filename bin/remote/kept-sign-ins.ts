import { chmod, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { OnpointError, systemCodeOf } from "#base/errors.ts";

/** What is kept of a sign-in at a service elsewhere. Whoever reads it can use that service as the person. */
export type KeptSignIn = z.infer<typeof KEPT>;

const KEPT = z.strictObject({
  /** The public address of the service, without a slash at its end. */
  service: z.url(),
  /** Of the authorization server. */
  issuer: z.url(),
  clientId: z.string(),
  accessToken: z.string(),
  /** When the access token ends, ISO 8601 UTC. */
  expiresAt: z.iso.datetime(),
  refreshToken: z.string().nullable(),
});

const OWNER_ALONE = { file: 0o600, directory: 0o700 };

/** A file for each service, in the directory of the user's own settings, open to that user alone. */
export async function keepSignIn(kept: KeptSignIn): Promise<string> {
  const directory = placeOfSignIns();
  await mkdir(directory, { recursive: true, mode: OWNER_ALONE.directory });
  await chmod(directory, OWNER_ALONE.directory);
  const path = fileOf(kept.service);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(draft, `${JSON.stringify(kept, null, 2)}\n`, { mode: OWNER_ALONE.file, flag: "wx" });
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
  return path;
}

/** Throws `unauthorized` where nobody has signed in to the service from here. */
export async function keptSignIn(service: string): Promise<KeptSignIn> {
  const path = fileOf(service);
  try {
    return KEPT.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (thrown) {
    const hint = `\`onpoint login ${service}\` signs you in.`;
    if (systemCodeOf(thrown) === "ENOENT")
      throw new OnpointError("unauthorized", `you are not signed in to ${service}`, { hint });
    if (systemCodeOf(thrown) !== undefined) throw thrown;
    throw new OnpointError("corrupt", `${path} does not hold a sign-in`, { hint, cause: thrown });
  }
}

export async function forgetSignIn(service: string): Promise<void> {
  await rm(fileOf(service), { force: true });
}

function placeOfSignIns(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const base = XDG_CONFIG_HOME ?? (process.platform === "win32" ? APPDATA : undefined) ?? join(homedir(), ".config");
  return join(base, "onpoint", "sign-ins");
}

function fileOf(service: string): string {
  return join(placeOfSignIns(), `${encodeURIComponent(service)}.json`);
}
