import { parseArgs } from "node:util";
import { inflateSync } from "node:zlib";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { BrowserContext } from "playwright-core";
import { openBrowser } from "../test/browser/browser.ts";

/**
 * Whether the links to quotations highlight their words in Chromium: `node eval/links.ts --url http://127.0.0.1:8080 --key KEY
 * [--count 300]`. Decisions are searched, each is asked a question, and every `deeplinkUrl` is opened: the page is given a color for
 * what a text fragment marks, and a link is right where that color is seen. Ends with 1 where one is not, or none was opened.
 */
const { values } = parseArgs({
  options: { url: { type: "string" }, key: { type: "string" }, count: { type: "string", default: "300" } },
});
if (values.url === undefined || values.key === undefined) throw new Error("give --url and --key");
const wanted = Number(values.count);
const QUERIES = [
  "breach of contract damages",
  "negligence duty of care",
  "search and seizure warrant",
  "statute of limitations",
  "summary judgment discrimination",
  "income tax deduction",
  "insanity defense instruction",
  "workers compensation injury",
  "trust fiduciary duty",
  "freedom of speech restriction",
  "bankruptcy discharge",
  "insurance policy exclusion",
  "due process hearing",
  "patent infringement",
];
const QUESTION = "What did the court decide, and why?";
/** No page has it. */
const MARK = { red: 255, green: 0, blue: 254 } as const;
const STYLE = "<style>::target-text { background-color: rgb(255, 0, 254); color: rgb(255, 0, 254) }</style>";

const client = new Client({ name: "links", version: "1" });
const requestInit = { headers: { Authorization: `Bearer ${values.key}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(`${values.url}/mcp`), { requestInit }));

async function ask(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { content } = await client.callTool({ name, arguments: args });
  const text = (content as readonly { readonly text?: string }[]).map((part) => part.text ?? "").join("");
  return text.startsWith("{") ? (JSON.parse(text) as Record<string, unknown>) : {};
}

type Link = { readonly url: string; readonly quote: string };

async function someLinks(): Promise<Link[]> {
  const links: Link[] = [];
  const seen = new Set<string>();
  for (const query of QUERIES) {
    const { results = [] } = (await ask("search", { queries: [{ query }] })) as {
      readonly results?: readonly { readonly document?: { readonly documentId?: string } }[];
    };
    for (const { document } of results) {
      const documentId = document?.documentId;
      if (links.length >= wanted || documentId === undefined || seen.has(documentId)) continue;
      seen.add(documentId);
      const { supportedPropositions = [] } = (await ask("analyzeCaseDocument", { documentId, question: QUESTION })) as {
        readonly supportedPropositions?: readonly { readonly deeplinkUrl?: string; readonly quote: string }[];
      };
      for (const { deeplinkUrl, quote } of supportedPropositions)
        if (deeplinkUrl !== undefined && links.length < wanted) links.push({ url: deeplinkUrl, quote });
    }
  }
  return links;
}

/** Whether what a link marks is seen when its page has opened there. */
async function highlights(context: BrowserContext, url: string): Promise<boolean> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: "load" });
    // The browser looks for the words a moment after the page is there.
    for (let tries = 0; tries < 10; tries += 1) {
      if (hasMark(await page.screenshot({ type: "png" }))) return true;
      await page.waitForTimeout(150);
    }
    return false;
  } finally {
    await page.close();
  }
}

/** Whether a picture has the color of the mark, from its rows as PNG keeps them (8 bits, without interlacing). */
function hasMark(png: Buffer): boolean {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  let before: Uint8Array = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    const row = Uint8Array.from(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    for (let x = 0; x < stride; x += 1) {
      const [left, up, corner] = [
        x >= channels ? (row[x - channels] ?? 0) : 0,
        before[x] ?? 0,
        x >= channels ? (before[x - channels] ?? 0) : 0,
      ];
      row[x] = (row[x] ?? 0) + ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0);
    }
    for (let x = 0; x < stride; x += channels)
      if (row[x] === MARK.red && row[x + 1] === MARK.green && row[x + 2] === MARK.blue) return true;
    before = row;
  }
  return false;
}

function paeth(left: number, up: number, corner: number): number {
  const about = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(about - left), Math.abs(about - up), Math.abs(about - corner)];
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
}

const links = await someLinks();
await client.close();
const browser = await openBrowser();
const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, bypassCSP: true });
await context.route("**/*", async (route) => {
  if (route.request().resourceType() !== "document") return route.continue();
  const response = await route.fetch();
  const headers = { ...response.headers() };
  delete headers["content-security-policy"];
  return route.fulfill({ response, headers, body: `${await response.text()}${STYLE}` });
});
const [first] = links;
if (
  first !== undefined &&
  (await highlights(context, first.url.replace(/#.*$/u, "#:~:text=words%20of%20no%20opinion")))
)
  throw new Error("a link to words that are not there is seen as right");
let right = 0;
for (const { url, quote } of links) {
  const isRight = await highlights(context, url);
  right += Number(isRight);
  if (!isRight) console.log(`no highlight: ${url}\n  ${JSON.stringify(quote.slice(0, 160))}`);
}
await browser.close();
console.log(`${right} of ${links.length} links highlight`);
if (links.length === 0 || right < links.length) process.exitCode = 1;
