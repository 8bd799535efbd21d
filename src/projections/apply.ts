import { OnpointError, messageOf, systemCodeOf } from "#base/errors.ts";
import type { ErrorCode } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { IndexDocument, SearchEngine } from "#index/index.ts";

/**
 * Gives the engine a batch, to appear together, and returns the ids it refused with its reasons; throws when the engine
 * itself is at fault.
 */
export async function applyBatch(
  engine: Pick<SearchEngine, "apply">,
  upserts: readonly IndexDocument[],
  deletes: readonly string[],
  log: Logger,
): Promise<ReadonlyMap<string, string>> {
  if (upserts.length === 0 && deletes.length === 0) return new Map();
  try {
    await engine.apply({ upserts, deletes });
    return new Map();
  } catch (thrown) {
    if (isEngineAtFault(thrown)) throw thrown;
    const reason = messageOf(thrown);
    log.warn({ documents: upserts.length, reason }, "the index refused a batch; looking for the document");
    await engine.apply({ upserts: [], deletes });
    return refusedOf(engine, upserts, thrown, log);
  }
}

/** Halves a refused batch until the documents that cause it stand alone. */
async function refusedOf(
  engine: Pick<SearchEngine, "apply">,
  upserts: readonly IndexDocument[],
  reason: unknown,
  log: Logger,
): Promise<ReadonlyMap<string, string>> {
  const [only] = upserts;
  if (only !== undefined && upserts.length === 1) {
    log.error({ id: only.id, reason: messageOf(reason) }, "a document cannot be indexed and is passed over");
    return new Map([[only.id, messageOf(reason)]]);
  }
  const middle = Math.ceil(upserts.length / 2);
  const refused = new Map<string, string>();
  for (const half of [upserts.slice(0, middle), upserts.slice(middle)]) {
    try {
      await engine.apply({ upserts: half, deletes: [] });
    } catch (thrown) {
      if (isEngineAtFault(thrown)) throw thrown;
      await engine.apply({ upserts: [], deletes: [] });
      for (const [id, why] of await refusedOf(engine, half, thrown, log)) refused.set(id, why);
    }
  }
  return refused;
}

/** Codes under which an engine may speak of a document; `internal` is how a worker thread reports any fault in it. */
const ABOUT_A_DOCUMENT: ReadonlySet<ErrorCode> = new Set(["internal", "invalid_input", "too_large", "unsupported"]);

/**
 * No space, no reach, damage: no document is to blame, and passing it over would lose it. Where the error leaves
 * it open, an empty batch that fails too settles it.
 */
function isEngineAtFault(thrown: unknown): boolean {
  if (thrown instanceof OnpointError) {
    return !ABOUT_A_DOCUMENT.has(thrown.code) || (thrown.cause !== undefined && isEngineAtFault(thrown.cause));
  }
  return SYSTEM_CODE.test(systemCodeOf(thrown) ?? "");
}

/** `EIO`, `ENOSPC`; not `ERR_OUT_OF_RANGE`, by which Node says that a value is wrong. */
const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9]+$/u;
