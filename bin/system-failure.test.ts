import { expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { systemFailure } from "./system-failure.ts";

const refused = (code: string, path?: string) => Object.assign(new Error(`${code}: refused`), { code, path });
const thread = new OnpointError("unavailable", "a cleaning thread stopped: Worker initialization failure: EMFILE");

test.each([
  [
    refused("EROFS", "/srv/data/server.pid"),
    "invalid_configuration",
    "/srv/data/server.pid cannot be used: the file system is read-only (EROFS)",
  ],
  [refused("EACCES", "/srv/data"), "invalid_configuration", "/srv/data cannot be used: permission is denied (EACCES)"],
  [refused("EIO"), "invalid_configuration", "a file cannot be used: the disk cannot read or write it (EIO)"],
  [refused("ENOSPC"), "storage_full", "no space is left where the records are kept"],
  [refused("EMFILE"), "unavailable", "the program cannot go on: the limit of open files is reached"],
  [thread, "unavailable", "the program cannot go on: the limit of open files is reached"],
  [
    new Error("stopped", { cause: refused("ENFILE") }),
    "unavailable",
    "the program cannot go on: the limit of open files is reached",
  ],
] as const)("what the system refused is told with what to do: %s", (thrown, code, message) => {
  expect(systemFailure(thrown)).toMatchObject({ code, message, hint: expect.any(String) });
});

test("a defect stays one, and an error of ours stays as it is", () => {
  for (const thrown of [
    new TypeError("x is not a function"),
    refused("ENOENT", "src/lost.ts"),
    new OnpointError("not_found", "no"),
  ]) {
    expect(systemFailure(thrown)).toBe(thrown);
  }
});
