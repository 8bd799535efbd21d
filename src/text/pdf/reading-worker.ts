import { workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { readPdf } from "./pdf.ts";
import type { PdfFault, PdfText } from "./pdf.ts";
import { Tesseract } from "./tesseract.ts";
import type { TesseractLimits } from "./tesseract.ts";

export type PdfReadingData = { readonly recognition: TesseractLimits | undefined };
export type PdfReadingRequests = {
  read: { input: { readonly bytes: Uint8Array; readonly pages_max: number }; answer: PdfText | PdfFault };
};

const { recognition } = workerData as PdfReadingData;
const recogniser = recognition && new Tesseract(recognition);
giveWay();

/** Reads PDF files on a thread of its own, one after the other. */
serveThread<PdfReadingRequests>({
  read: async ({ bytes, pages_max }) => {
    const read = await readPdf(bytes, { pages_max, recogniser });
    // What caused it may be of a kind that no message carries.
    return "fault" in read && read.fault === "damaged" ? { ...read, cause: undefined } : read;
  },
});
