/** Codes are cited like reporters but hold no decisions. */
const CODES = /^(?:u\.? ?s\.? ?c\.? ?[as]?\.?|c\.? ?f\.? ?r\.?|fed\.? ?reg\.?|stat\.?)$/iu;

/** No reporter's name holds an operator, a number of its own or the `at` of a short form. */
const NO_REPORTER = /\b(?:AND|OR|NOT|BUT|at|\d+)\b/u;

/** Whether what stands between two numbers may be the name of a reporter. */
export function mayBeReporter(between: string): boolean {
  return !CODES.test(between) && !NO_REPORTER.test(between);
}
