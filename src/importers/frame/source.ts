/** Why a row was left out: a stable word, what was wrong, and what would work. */
export type RejectReason = { readonly reason: string; readonly message: string; readonly hint: string };

/** Where a row stands, for the person who will look it up. */
export type Place = { readonly file: string; readonly row: number; readonly line?: number };

/** What the frame must know of a row, whatever it holds. */
export type Row = {
  readonly place: Place;
  readonly sourceId: string | null;
  /** Bytes of raw (decompressed) text this row took. */
  readonly bytes: number;
  /** Why it, or a part of it, is left out. */
  readonly rejects: readonly RejectReason[];
  /** What of it was read as other than it is written. */
  readonly told?: string | undefined;
};

export type OpenPart<Item extends Row> = {
  /** Rows in groups as the input delivers them. Row numbers rise by one from `afterRow + 1`. */
  readonly groups: AsyncGenerator<readonly Item[]>;
  bytesTaken(): number;
  close(): Promise<void>;
};

/** One file (or directory, or archive) read from front to back. */
export type SourcePart<Item extends Row> = {
  /** Changes when the file does; an interrupted import goes on only in the same file. */
  readonly key: string;
  readonly label: string;
  readonly size_bytes: number;
  open(afterRow: number): Promise<OpenPart<Item>>;
};

export type PreparedSource<Item extends Row> = {
  /** The name its records bear. */
  readonly source: string;
  readonly parts: readonly SourcePart<Item>[];
  /** What the person should know about the input: files that are absent, files of different dates. */
  readonly notes: readonly string[];
  /** Called once when the import is whole; after an interruption the next run finds what was prepared. */
  finish(): Promise<void>;
  /** Called in any case. */
  close(): Promise<void>;
};
