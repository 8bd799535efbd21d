import { hash } from "node:crypto";
import { readFileSync } from "node:fs";

const KINDS = { "portal.css": "text/css; charset=utf-8", "portal.js": "text/javascript; charset=utf-8" } as const;
type AssetName = keyof typeof KINDS;

const ASSETS = new Map(
  (Object.keys(KINDS) as AssetName[]).map((name) => {
    const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), "utf8");
    const version = hash("sha256", text, "base64url").slice(0, 12);
    return [name, { text, address: `/account/assets/${version}/${name}` }];
  }),
);

/** Where a file of the portal stands: at another address as soon as it is another. */
export function assetAddress(name: AssetName): string {
  return ASSETS.get(name)?.address ?? "";
}

/** The file of the portal at an address, for a browser to keep; undefined where there is none. */
export function assetAt(path: string): Response | undefined {
  for (const [name, { text, address }] of ASSETS) {
    if (address !== path) continue;
    const headers = { "Content-Type": KINDS[name], "Cache-Control": "public, max-age=31536000, immutable" };
    return new Response(text, { headers });
  }
  return undefined;
}
