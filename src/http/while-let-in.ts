/** How long a stream goes on for somebody who is let in no more, at most. */
const LOOKED_AT_EVERY_MS = 15_000;

/**
 * An answer that stays open, ended when who asked is let in no more: a key is revoked, a token ended, an account shut.
 * A look that fails ends nothing. Other answers are as they were.
 */
export function whileLetIn(
  answer: Response,
  isLetIn: () => Promise<boolean>,
  every_ms: number = LOOKED_AT_EVERY_MS,
): Response {
  const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (!isStream || answer.body === null) return answer;
  const reader = answer.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const look = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    if (await isLetIn().catch(() => true)) return;
    clearInterval(timer);
    await reader.cancel();
    close(controller);
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      timer = setInterval(() => {
        void look(controller);
      }, every_ms);
    },
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      clearInterval(timer);
      close(controller);
    },
    cancel: async (reason) => {
      clearInterval(timer);
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

/** Of two who find the end one comes first. */
function close(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {
    // It is closed.
  }
}
