/**
 * What turns texts into vectors. Everything that stores or compares vectors asks this interface; which provider stands
 * behind it (trained on the corpus, an HTTP endpoint, a local model file) is chosen by configuration.
 */

/**
 * One way to make vectors. Vectors of different ids are never compared: a model that is trained again, another
 * endpoint, another number of dimensions are another id.
 */
export type VectorVersion = {
  /** Letters, digits, `-` and `.`, at most 80: it may stand in a file name. */
  readonly id: string;
  readonly provider: "corpus" | "http" | "onnx";
  readonly dimensions: number;
};

export type EmbedOptions = { readonly signal?: AbortSignal | undefined };

/**
 * Texts to vectors of one version. A row of an answer is the vector of the text at its place, `dimensions` long: of unit
 * length, so that a dot product is a cosine, or all zeros when nothing in the text is known (such a text is near to
 * nothing; it is no error). No row holds a NaN or an infinity. The same text gives the same row.
 *
 * Both methods throw `unavailable` when it may work later (an endpoint that does not answer or refuses for now, a
 * cancelled request), `invalid_configuration` when it will not until somebody changes a setting (a wrong key, a model
 * that answers with other dimensions), `corrupt` when the files of a model are damaged. A call gives all rows or throws.
 */
export type Embedder = {
  readonly version: VectorVersion;
  /** Of what is stored: passages of opinions and laws, and the words of those who cite them. */
  readonly passages: (texts: readonly string[], options?: EmbedOptions) => Promise<Float32Array>;
  /** Of what somebody asks. */
  readonly queries: (texts: readonly string[], options?: EmbedOptions) => Promise<Float32Array>;
  /** Gives back memory and connections; nothing is asked afterwards. */
  readonly close: () => Promise<void>;
};

export type OpenOptions = {
  /** It is asked for few short texts, and need not be quick for many. */
  readonly forQueries?: boolean;
};

/** Why there is no vector to be had, in words for the person who asks. */
export type NoVectors = { readonly reason: string };

/**
 * The versions of one data directory. A version stays open to be read while another is made, so that stored vectors
 * can be searched until those of the new version are whole.
 */
export type Embedders = {
  /** What new vectors are to be made with. */
  readonly newest: () => Promise<VectorVersion | NoVectors>;
  /** Throws `not_found` for a version that is not held any more, `corrupt` for one whose files are damaged. */
  readonly open: (versionId: string, options?: OpenOptions) => Promise<Embedder>;
  /** Removes the files of versions that nobody needs any more; the newest stays whatever is kept. */
  readonly keepOnly: (versionIds: readonly string[]) => Promise<void>;
};

/** Texts given at once to an embedder: what goes through a thread or a network in one piece stays small. */
export const TEXTS_MAX = 2048;

export function hasVectors(answer: VectorVersion | NoVectors): answer is VectorVersion {
  return "id" in answer;
}
