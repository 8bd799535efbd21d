/** The member is absent when there is nothing to say. */
export function encodeWarnings(warnings: readonly string[]): { warnings?: string[] } {
  return warnings.length === 0 ? {} : { warnings: [...warnings] };
}
