import { wholeNumber, YES_NO } from "#base/config/readers.ts";
import { setting } from "#base/config/setting.ts";

export const PDF_SETTINGS = {
  textRecognition: setting({
    name: "ONPOINT_TEXT_RECOGNITION",
    reads: YES_NO,
    fallback: false,
    meaning:
      "Read scanned pages of PDF files (in English) with Tesseract on this machine. Needs the packages tesseract.js and @tesseract.js-data/eng.",
    example: "yes",
  }),
  textRecognitionPages: setting({
    name: "ONPOINT_TEXT_RECOGNITION_PAGES",
    reads: wholeNumber(1, 5000),
    fallback: 200,
    meaning: "Pictures of pages that are read in one file at most; the others stay unread, which is said.",
    example: "50",
  }),
};
