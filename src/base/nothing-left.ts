/**
 * What is left of an object when its members have been taken by name: nothing. A member that nobody takes does not
 * compile.
 */
export function nothingLeft(_left: Readonly<Record<string, never>>): void {
  // The type is the check.
}
