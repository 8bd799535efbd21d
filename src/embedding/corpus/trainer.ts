import { join } from "node:path";
import { OnpointError } from "#base/errors.ts";
import { serveObjects } from "#base/threads/remote.ts";
import { Thread } from "#base/threads/thread.ts";
import { prepareDirectory } from "./model-directory.ts";
import { PASSAGES_MIN } from "./train-model.ts";
import type { TrainedOn } from "./train-model.ts";
import type { CitingText, TrainingOptions, TrainingPassage, TrainingProgress, TrainingText } from "./training-text.ts";

export type TrainerData = {
  readonly dir: string;
  /** In a process that answers requests the thread gives way to those that do. */
  readonly givesWay: boolean;
};
export type TrainerNews = { progress: { input: TrainingProgress; answer: null } };
export type TrainedModel = TrainedOn & { readonly id: string; readonly dimensions: number };

/** When a model is trained, and how many decisions are held then. */
export type Occasion = { readonly trainedAt: string; readonly works: number };

/** Null when there is too little text. */
export type TrainRequests = {
  train: { input: TrainingOptions & Occasion; answer: TrainedModel | null };
};

/** The text as the thread asks for it: the next batch, null at the end. */
export type TextSource = {
  passages(): Promise<readonly TrainingPassage[] | null>;
  citing(): Promise<readonly CitingText[] | null>;
};

/** Megabytes the thread may use for objects; terms and vectors, which stand outside of these, are bounded by the trainer. */
const HEAP_MB = 4096;

/** Where the models of a data directory stand. */
export function modelDirectory(dataDir: string): string {
  return join(dataDir, "embedding");
}

/**
 * Trains a model on a thread of its own and puts it beside those that are there; nothing changes before it is whole.
 * Throws `unsupported` when there is too little text, `unavailable` when `signal` comes first. One training at a time
 * and directory, which the caller sees to.
 */
export async function trainOnThread(
  dir: string,
  text: TrainingText,
  options: TrainingOptions &
    Occasion & {
      readonly givesWay?: boolean;
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ((progress: TrainingProgress) => void) | undefined;
    },
): Promise<TrainedModel> {
  prepareDirectory(dir);
  const { givesWay = false, signal, onProgress, ...training } = options;
  const thread = new Thread<TrainRequests, TrainerNews>({
    file: new URL("trainer-worker.ts", import.meta.url),
    name: "training thread",
    data: { dir, givesWay } satisfies TrainerData,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    onDeath: () => undefined,
    answers: {
      progress: (progress) => {
        onProgress?.(progress);
        return null;
      },
    },
  });
  const passages = text.passages[Symbol.asyncIterator]();
  const citing = text.citing[Symbol.asyncIterator]();
  const source: TextSource = { passages: async () => nextOf(passages), citing: async () => nextOf(citing) };
  serveObjects(thread.port, { text: source });
  try {
    const trained = await thread.ask("train", training, { signal });
    if (trained !== null) return trained;
  } finally {
    await thread.stop();
    await Promise.all([passages.return?.(), citing.return?.()]);
  }
  throw new OnpointError("unsupported", "there is too little text to train vectors on", {
    hint: `At least ${PASSAGES_MIN} passages of about 250 words are needed. Until more is imported, a search by meaning looks for the words and their other forms.`,
  });
}

async function nextOf<Item>(batches: AsyncIterator<Item>): Promise<Item | null> {
  const { done, value } = await batches.next();
  return done === true ? null : value;
}
