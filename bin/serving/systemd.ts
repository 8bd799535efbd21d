import { execFile } from "node:child_process";
import type { Logger } from "#base/log.ts";

/** Of the time after which systemd takes the service for hung (sd_watchdog_enabled(3) advises a half). */
const SHARE = 3;

/**
 * Tells systemd that the event loop goes round, where it wants to know (`WatchdogSec=`). Node has no datagram sockets
 * of Unix, so systemd's own program tells it; the unit says `NotifyAccess=all`. Answers how to end it.
 */
export function tellSystemd(environment: NodeJS.ProcessEnv, log: Logger): () => void {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID = `${process.pid}` } = environment;
  const every_ms = Number(WATCHDOG_USEC) / 1000 / SHARE;
  if (NOTIFY_SOCKET === undefined || !(every_ms > 0) || WATCHDOG_PID !== `${process.pid}`) return () => undefined;
  let isUntold = false;
  const tell = (): void => {
    execFile("systemd-notify", ["WATCHDOG=1"], { timeout: every_ms }, (error) => {
      if (error !== null && !isUntold) log.warn({ err: error }, "systemd cannot be told that the service is alive");
      isUntold = error !== null;
    });
  };
  tell();
  const timer = setInterval(tell, every_ms).unref();
  return () => clearInterval(timer);
}
