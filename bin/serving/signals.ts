import { EXIT } from "../terminal.ts";

/**
 * The first signal to stop, heard from the first moment of the start on; at a second one `cut` is called and the
 * process ends.
 */
export async function firstSignal(cut: () => unknown = () => undefined): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>();
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (isStopping) void Promise.resolve(cut()).finally(() => process.exit(EXIT.interrupted));
      isStopping = true;
      resolve(signal);
    });
  }
  return promise;
}
