import { OnpointError } from "../errors.ts";
import { CallPort } from "../threads/call-port.ts";
import type { Requests } from "../threads/call-port.ts";
import { encodeError } from "../threads/error-codec.ts";
import type { OwnWords, SignOfLife } from "./process-group.ts";

export type ParentProcess<Asks extends Requests> = {
  readonly port: CallPort<Asks>;
  /** Resolves when the process that started this one has ended, however it ended. */
  readonly gone: Promise<void>;
  /** This process can do its work now. */
  ready(): Promise<void>;
  /** It cannot, and is about to end. */
  failed(thrown: unknown): Promise<void>;
};

/** The process that started this one as part of a `ProcessGroup`. */
export function parentProcess<Asks extends Requests>(): ParentProcess<Asks> {
  const send = process.send?.bind(process);
  if (send === undefined) throw new OnpointError("internal", "this program is started as a part of a group only");
  const port = new CallPort<Requests>({
    leavesProcess: true,
    postMessage: (message) => {
      if (process.connected) send(message, undefined, undefined, () => undefined);
    },
    on: (event, listener) => process.on(event, listener),
  });
  port.serve<SignOfLife>({ alive: () => null });
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      port.close(new OnpointError("unavailable", "the process that started this one has ended"));
      resolve();
    };
    process.once("disconnect", end);
    // It may have ended while this module was being loaded, and that is told once.
    if (!process.connected) end();
  });
  const own = port as unknown as CallPort<OwnWords>;
  return {
    port: port as unknown as CallPort<Asks>,
    gone,
    ready: async () => void (await own.ask("ready", null)),
    failed: async (thrown) => void (await own.ask("failed", encodeError(thrown)).catch(() => null)),
  };
}
