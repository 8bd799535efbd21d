export type DocketTally = { added: number; updated: number; unchanged: number; removed: number };

export const noTally = (): DocketTally => ({ added: 0, updated: 0, unchanged: 0, removed: 0 });

/** Adds `more` to `sum`, in place. */
export function addTally(sum: DocketTally, more: DocketTally): void {
  for (const name of Object.keys(sum) as (keyof DocketTally)[]) sum[name] += more[name];
}
