import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

/** What browsers load: each made of these files, one behind the other. */
const FILES = {
  "site.css": ["base.css", "reading.css", "desk.css", "opinion.css", "account.css"],
  "research.js": ["research.js", "quoting.js"],
  "account.js": ["account.js"],
  "icon.svg": ["icon.svg"],
} as const;
export type AssetName = keyof typeof FILES;

const TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

export type Asset = { readonly text: string; readonly type: string; readonly version: string };

/** Of a report, which is one file that loads nothing: what every page has, and what is its own. */
export const REPORT_STYLE: string = textOf(["base.css", "report.css"]);

const ASSETS: ReadonlyMap<string, Asset> = new Map(
  (Object.keys(FILES) as AssetName[]).map((name) => {
    const text = textOf(FILES[name]);
    const type = TYPES[name.split(".").at(-1) as keyof typeof TYPES];
    return [name, { text, type, version: hash("sha256", text, "base64url").slice(0, 12) }];
  }),
);

/** Where a file stands under the root of the pages: at another address as soon as it is another. */
export function assetAddress(root: string, name: AssetName): string {
  return `${root}assets/${ASSETS.get(name)?.version ?? ""}/${name}`;
}

const ADDRESS = /\/assets\/(?<version>[\w-]{1,20})\/(?<name>[\w.]{1,40})$/u;

/** How long a browser keeps a file whose address names it as it is, and one that a page of an older program names. */
const KEPT = { same: "public, max-age=31536000, immutable", other: "public, max-age=60" };

/** The file at an address, for a browser to keep; undefined where there is none. */
export function assetAt(path: string): Response | undefined {
  const { version, name = "" } = ADDRESS.exec(path)?.groups ?? {};
  const asset = ASSETS.get(name);
  if (asset === undefined) return undefined;
  const kept = version === asset.version ? KEPT.same : KEPT.other;
  return new Response(asset.text, { headers: { "Content-Type": asset.type, "Cache-Control": kept } });
}

function textOf(files: readonly string[]): string {
  return files.map((file) => readFileSync(new URL(`./assets/${file}`, import.meta.url), "utf8")).join("\n");
}
