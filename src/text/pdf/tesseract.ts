import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Worker } from "tesseract.js";
import { OnpointError } from "#base/errors.ts";
import { asGraymap } from "./page-picture.ts";
import type { PagePicture } from "./page-picture.ts";
import type { RecognisedLines, Recogniser } from "./recognised-pages.ts";

/** Packages that are needed and that an installation may be without. */
const ENGINE = "tesseract.js";
const LANGUAGE = "@tesseract.js-data/eng";

export type TesseractLimits = { readonly pages_max: number; readonly page_ms_max: number };

/**
 * Recognises English print with Tesseract, compiled to WebAssembly, on a thread that it starts with the first picture.
 * Engine and language are those of the packages beside the program: nothing is fetched from anywhere, nothing is
 * written. One picture at a time.
 */
export class Tesseract implements Recogniser {
  readonly pages_max: number;
  readonly #page_ms_max: number;
  #worker: Promise<Worker> | undefined;

  constructor({ pages_max, page_ms_max }: TesseractLimits) {
    this.pages_max = pages_max;
    this.#page_ms_max = page_ms_max;
  }

  async linesOf(picture: PagePicture): Promise<RecognisedLines | undefined> {
    this.#worker ??= started();
    const worker = await this.#worker;
    const { promise: overdue, resolve } = Promise.withResolvers<undefined>();
    const clock = setTimeout(resolve, this.#page_ms_max, undefined);
    try {
      const read = await Promise.race([recognised(worker, picture), overdue]);
      if (read === undefined) await this.close();
      return read;
    } finally {
      clearTimeout(clock);
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await (await worker)?.terminate();
  }
}

async function recognised(worker: Worker, picture: PagePicture): Promise<RecognisedLines> {
  const { data } = await worker.recognize(asGraymap(picture), {}, { text: true });
  const lines = data.text.split("\n").map((line) => line.trimEnd());
  while (lines.at(-1) === "") lines.pop();
  return { lines, confidence_pct: Math.round(data.confidence) };
}

async function started(): Promise<Worker> {
  const { createWorker, OEM } = await import("tesseract.js");
  return createWorker("eng", OEM.LSTM_ONLY, {
    langPath: languageDirectory(),
    gzip: true,
    cacheMethod: "none",
    errorHandler: () => undefined,
  });
}

function languageDirectory(): string {
  return join(dirname(createRequire(import.meta.url).resolve(`${LANGUAGE}/package.json`)), "4.0.0_best_int");
}

/** Throws `invalid_configuration` where the packages are not there. */
export function checkTesseract(): void {
  const { resolve } = createRequire(import.meta.url);
  const missing = [ENGINE, LANGUAGE].filter((name) => {
    try {
      return resolve(`${name}/package.json`) === "";
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  throw new OnpointError(
    "invalid_configuration",
    `text recognition needs ${missing.join(" and ")}, not installed here`,
    {
      hint: "npm install --no-save tesseract.js@7.0.0 @tesseract.js-data/eng@1.0.0, or set ONPOINT_TEXT_RECOGNITION=no",
    },
  );
}
