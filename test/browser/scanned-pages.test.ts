import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import type { PdfFault, PdfText } from "#text/pdf/pdf.ts";
import { PdfReadingPool } from "#text/pdf/reading-pool.ts";
import type { PdfReadingConfig } from "#text/pdf/reading-pool.ts";
import { wordsOfPdf } from "#text/pdf/words.ts";
import { ENCRYPTED, pdfOf } from "#test/pdf-files.ts";
import { scanOf } from "#test/scan-files.ts";
import type { ScanImage } from "#test/scan-files.ts";
import { openBrowser, whyNoBrowser } from "./browser.ts";

/** Scans as a copier makes them: pages that a browser prints, as pictures. */
const noBrowser = whyNoBrowser();
const HEAD = ["SUPERIOR COURT OF CALIFORNIA", "COUNTY OF LOS ANGELES"];
const BODY = [
  "The motion to compel the heron logs is granted in part.",
  "The defendant shall produce its bills of lading within thirty days of this order.",
];
const END = "IT IS SO ORDERED.";

let scan: { readonly jpeg: Uint8Array; readonly width: number; readonly height: number };
const pools: PdfReadingPool[] = [];

async function read(file: Buffer, config: Partial<PdfReadingConfig> = {}, pages_max = 10): Promise<PdfText | PdfFault> {
  const pool = new PdfReadingPool({ textRecognition: true, textRecognitionPages: 10, ...config }, silentLogger);
  pools.push(pool);
  return pool.read(file, pages_max);
}

const wordsOf = (found: PdfText | PdfFault): ReturnType<typeof wordsOfPdf> =>
  "fault" in found ? undefined : wordsOfPdf(found);

describe.skipIf(noBrowser !== undefined)(`scanned pages${noBrowser === undefined ? "" : ` (${noBrowser})`}`, () => {
  beforeAll(async () => {
    const browser = await openBrowser();
    const [width, height] = [1275, 1650];
    const page = await browser.newPage({ viewport: { width, height } });
    const paragraphs = [HEAD.join("<br>"), ...BODY, END].map((text) => `<p>${text}</p>`).join("");
    await page.setContent(`<body style="font: 24px/1.5 serif; margin: 120px">${paragraphs}</body>`);
    scan = { jpeg: await page.screenshot({ type: "jpeg", quality: 70 }), width, height };
    await browser.close();
  });
  afterAll(async () => {
    for (const pool of pools) await pool.close();
  });

  test("are read where it is configured, page by page, with how sure it is", async () => {
    const words = wordsOf(await read(scanOf([{ images: [scan] }, { images: [scan], rotate: 180, size: [612, 792] }])));
    expect(words?.readBy).toBe("ocr");
    expect(words?.confidence_pct).toBeGreaterThan(85);
    const [first = ""] = (words?.text ?? "").split(END);
    for (const line of [...HEAD, ...BODY.flatMap((one) => one.split(" "))]) expect(first).toContain(line);
    expect(words?.pageStarts).toHaveLength(2);
  });

  test("upside down is no text, and counted as unread", async () => {
    const found = await read(scanOf([{ images: [{ ...scan, at: [-612, 0, 0, -792, 612, 792] }] }]));
    expect(wordsOf(found)).toBeUndefined();
    expect(found).toMatchObject({ recognised: { pages: 0, unread: 1 } });
  });

  test("are not read where it is not, which is how it is at first", async () => {
    expect(wordsOf(await read(scanOf([{ images: [scan] }]), { textRecognition: false }))).toBeUndefined();
  });

  test("leave nothing behind in the directory that the program runs in", async () => {
    const before = process.cwd();
    const dir = mkdtempSync(join(tmpdir(), "onpoint-scan-"));
    process.chdir(dir);
    try {
      await read(scanOf([{ images: [scan] }]));
      expect(readdirSync(dir)).toEqual([]);
      expect(existsSync("eng.traineddata")).toBe(false);
    } finally {
      process.chdir(before);
      rmSync(dir, { recursive: true });
    }
  });

  test("a file that says it has a picture of a billion pixels is read without it", async () => {
    const huge = { width: 60_000, height: 60_000, samples: new Uint8Array(10), bits: 8, channels: 3 } as ScanImage;
    const found = await read(scanOf([{ images: [huge] }]));
    expect(wordsOf(found)).toBeUndefined();
  });

  test("files that cannot be read say why, on the thread as anywhere", async () => {
    expect(await read(pdfOf([[]], ENCRYPTED))).toEqual({ fault: "protected" });
    expect(await read(Buffer.from("%PDF-1.4 nothing"))).toMatchObject({ fault: "damaged" });
    expect(await read(pdfOf([[], []]), {}, 1)).toEqual({ fault: "too_long", pages: 2 });
  });
});
