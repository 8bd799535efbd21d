/** The servers of bench/limited-servers.ts, for who asks them. */
export const WAYS = ["no limit", "counted by this process", "counted by PostgreSQL"] as const;
export type Way = (typeof WAYS)[number];

/** So many decisions are held, as `fillStore` makes them. */
export const DECISIONS = 1000;

export type LimitedServers = { readonly key: string; readonly urls: Readonly<Record<Way, string>> };
