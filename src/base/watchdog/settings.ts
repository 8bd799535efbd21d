import { wholeNumber } from "../config/readers.ts";
import { setting } from "../config/setting.ts";

export const WATCHDOG_SETTINGS = {
  stallLimit_ms: setting({
    name: "ONPOINT_STALL_LIMIT_MS",
    reads: wholeNumber(0, 60_000),
    fallback: 1_000,
    meaning:
      "A server whose event loop stands still for this long says so in its log, with the requests that run; 0 watches nothing, which saves a thread of about 19 MB.",
    example: "500",
  }),
  hangLimit_ms: setting({
    name: "ONPOINT_HANG_LIMIT_MS",
    reads: wholeNumber(0, 3_600_000),
    fallback: 30_000,
    meaning:
      "A server whose event loop stands still for this long ends itself, so that whoever runs it can start another; 0 lets it be.",
    example: "60000",
  }),
};
