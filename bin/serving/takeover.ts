/**
 * How long nobody may follow the records before that counts. When the process that does ends, another takes its place a
 * second later; one whose machine is gone or that hangs is taken for dead after fifteen (`LeaseSeeker`).
 */
export const TAKEOVER_MS = 30_000;

/**
 * Whether the records are followed, or were as far as is known within the time that it takes another to follow on: all
 * processes see alike that one has ended, and must not all be taken out of a load balancer for it.
 */
export function followedOrTakenOver(isFollowed: () => Promise<boolean>, now_ms: () => number): () => Promise<boolean> {
  let unfollowedSince_ms: number | undefined;
  return async () => {
    if (await isFollowed()) {
      unfollowedSince_ms = undefined;
      return true;
    }
    unfollowedSince_ms ??= now_ms();
    return now_ms() - unfollowedSince_ms < TAKEOVER_MS;
  };
}
