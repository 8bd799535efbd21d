import { serveThread } from "#base/threads/serve-thread.ts";
import { cleanRaw } from "#importers/sinks/cleaning/clean-raw.ts";
import type { CleanRequests } from "#importers/sinks/cleaning/clean-raw.ts";
import { ENDLESS } from "./endless.ts";

/** Cleans as the program does, but goes on for ever with an opinion that is endless. */
serveThread<CleanRequests>({
  clean: (opinions) => {
    for (const { raw } of opinions) while (JSON.stringify(raw.text).includes(ENDLESS));
    return { cleaned: opinions.map(cleanRaw), busy_ms: 0 };
  },
});
