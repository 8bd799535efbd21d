import type { Handlers } from "#base/threads/call-port.ts";
import { serveThread } from "#base/threads/serve-thread.ts";
import { readBriefFile } from "./briefs.ts";
import type { BriefText } from "./briefs.ts";

export type BriefFile = { readonly bytes: Uint8Array; readonly name: string };
export type BriefFileRequests = { read: { input: BriefFile; answer: BriefText } };

const handlers: Handlers<BriefFileRequests> = { read: async ({ bytes, name }) => readBriefFile(bytes, name) };

serveThread(handlers);
