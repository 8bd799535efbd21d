import { Thread } from "#base/threads/thread.ts";
import type { CitatorProgress } from "./citator.ts";
import type { CitatorNews, CitatorRequests, CitatorThreadData } from "./citator-worker.ts";

/**
 * What a batch makes is garbage when it is committed; a heap with as much room as the main thread's lets it lie until it
 * comes to several hundred MB. A batch of the longest opinions has to fit.
 */
export const CITATOR_HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 };

/**
 * Brings the citator to where the records stand on a thread of its own, which has its readers beside it and whose memory
 * goes back when it is done. The records have been opened before by the one who asks. After `signal` it rejects once the
 * batch under way is committed.
 */
export async function catchUpOnThread(
  data: CitatorThreadData,
  { onProgress, signal }: { readonly onProgress: (progress: CitatorProgress) => void; readonly signal?: AbortSignal },
): Promise<CitatorProgress> {
  const thread = new Thread<CitatorRequests, CitatorNews>({
    file: new URL("./citator-worker.ts", import.meta.url),
    name: "thread of the citator",
    data,
    resourceLimits: CITATOR_HEAP,
    onDeath: () => undefined,
    answers: {
      progress: (progress) => {
        onProgress(progress);
        return null;
      },
    },
  });
  try {
    return await thread.askUntilDone("catchUp", null, { signal });
  } finally {
    await thread.stop();
  }
}
