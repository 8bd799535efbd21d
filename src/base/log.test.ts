import { describe, expect, test } from "vitest";
import { createMemoryLog } from "#test/threads/memory-log.ts";
import type { LogLine } from "#test/threads/memory-log.ts";
import { OnpointError } from "./errors.ts";
import { decodeError, encodeError } from "./threads/error-codec.ts";

function written(values: object): LogLine {
  const { log, lines } = createMemoryLog();
  log.error(values, "it failed");
  expect(lines).toHaveLength(1);
  return lines[0] as LogLine;
}

const disk = (): Error =>
  Object.assign(new Error("EIO: i/o error, write"), { code: "EIO", errno: -5, syscall: "write" });

describe("errors in a log line", () => {
  test.each(["error", "err", "cause", "reason", "anything"])("stand in full under %s", (name) => {
    const line = written({ [name]: disk() });
    expect(line[name]).toMatchObject({
      type: "Error",
      message: "EIO: i/o error, write",
      code: "EIO",
      syscall: "write",
    });
    expect((line[name] as { stack: string }).stack).toContain("log.test.ts");
    expect(line.msg).toBe("it failed");
  });

  test("with code, hint, faults and what caused them, however deep", () => {
    const error = new OnpointError("unavailable", "merging failed", {
      hint: "free some space",
      faults: [{ path: "segment-3", message: "torn" }],
      cause: new Error("outer", { cause: disk() }),
    });
    const merge = { error: { ...written({ merge: { attempts: [{ error }] } }) } }.error["merge"];
    expect(merge).toMatchObject({
      attempts: [
        {
          error: {
            type: "OnpointError",
            code: "unavailable",
            hint: "free some space",
            faults: [{ path: "segment-3", message: "torn" }],
            cause: { message: "outer", cause: { code: "EIO" } },
          },
        },
      ],
    });
  });

  test("also after they have come from another thread", () => {
    const error = decodeError(structuredClone(encodeError(new OnpointError("corrupt", "torn", { cause: disk() }))));
    expect(written({ error })["error"]).toMatchObject({ code: "corrupt", cause: { code: "EIO" } });
  });

  test("with those that an aggregate holds", () => {
    const error = new AggregateError([disk(), disk()], "both disks");
    expect(written({ error })["error"]).toMatchObject({
      message: "both disks",
      errors: [{ code: "EIO" }, { code: "EIO" }],
    });
  });

  test("alone, as the thing that is logged", () => {
    const { log, lines } = createMemoryLog();
    log.error(disk());
    expect(lines[0]).toMatchObject({ msg: "EIO: i/o error, write", err: { code: "EIO" } });
  });
});

describe("secrets in a log line", () => {
  test("are left out wherever they stand", () => {
    const text = JSON.stringify(
      written({
        key: "hunter2",
        headers: { authorization: "Bearer hunter2", Cookie: "hunter2" },
        deep: { down: [{ config: { password: "hunter2", databaseUrl: "hunter2" } }] },
        error: Object.assign(new Error("refused"), { token: "hunter2" }),
      }),
    );
    expect(text).not.toContain("hunter2");
    expect(text.match(/\[redacted\]/gu)).toHaveLength(6);
  });

  test("are masked in the words of an error, of its stack and of its causes", () => {
    const cause = new Error("401 for Bearer op_live_hunter2+/=");
    const error = new Error("cannot reach postgres://onpoint:hunter2@127.0.0.1/onpoint", { cause });
    const text = JSON.stringify(written({ error }));
    expect(text).not.toContain("hunter2");
    expect(text).toContain("postgres://onpoint:[redacted]@127.0.0.1/onpoint");
  });
});
