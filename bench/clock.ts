/** Processor time of a synchronous step, user and system, in milliseconds. */
export function cpuOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
