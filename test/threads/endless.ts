/** What a planted text bears that never comes to an end. */
export const ENDLESS = "without end";
/** Stands for any thread that reads texts. */
export const ENDLESS_WORKER: URL = new URL("./endless-worker.ts", import.meta.url);
/** Stands for a thread that cleans opinions. */
export const ENDLESS_CLEANER: URL = new URL("./endless-cleaner.ts", import.meta.url);
