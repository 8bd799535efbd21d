/** What is known of a page beside the page itself. */
export type PageTold = {
  /** Whose page it is: an importer's name, `official`. */
  readonly source: string;
  /** The file or address it came from. */
  readonly place: string | null;
  /** Of a page that does not say it: the court's id. */
  readonly courtId: string | null;
  /** Of a page without a receipt: the day or moment in the court's time when it was made. */
  readonly asOf: string | null;
  /** ISO 8601 UTC. */
  readonly fetchedAt: string | null;
};
