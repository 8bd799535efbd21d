/** Works remembered at most, at some 150 bytes each. */
const WORKS_MAX = 1_000_000;

/**
 * Works built from the records as they stood at a later line of the outbox than the one being followed. Lines up
 * to there tell nothing new about them: an import and the citing words that come after it cost one building
 * instead of two. Forgotten when the run ends, which costs no more than building again.
 */
export class CoveredWorks {
  readonly #endByWork = new Map<string, number>();
  #latest = 0;

  /** The works that lines up to `seq` still call for. */
  stillDue(workIds: readonly string[], seq: number): string[] {
    if (seq > this.#latest) this.#endByWork.clear();
    return workIds.filter((id) => (this.#endByWork.get(id) ?? 0) < seq);
  }

  /** Notes works built from records read when the outbox ended at `end`. */
  add(workIds: readonly string[], end: number): void {
    this.#latest = Math.max(this.#latest, end);
    for (const id of workIds) {
      if (this.#endByWork.size >= WORKS_MAX) return;
      this.#endByWork.set(id, end);
    }
  }
}
