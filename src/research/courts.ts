export type { Court } from "#courts/courts.ts";
