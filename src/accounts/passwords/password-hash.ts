import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import type { Argon2Parameters } from "node:crypto";
import { promisify } from "node:util";
import { OnpointError } from "#base/errors.ts";
import { SlowWorkQueue } from "./password-queue.ts";
import type { QueueBounds } from "./password-queue.ts";
import { passwordForm } from "./password-rules.ts";

/** What makes a guess cost: argon2id of RFC 9106 with the first choice of OWASP's cheat sheet, some 25 ms of a core. */
export type Cost = { readonly memory_kib: number; readonly passes: number; readonly lanes: number };
const COST: Cost = { memory_kib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** PHC string format: everything needed to check a password later, whatever the cost is by then. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/u;

export type PasswordCheck = {
  readonly isRight: boolean;
  /** It was hashed at another cost than is asked for now, and should be hashed anew. */
  readonly isOutdated: boolean;
};

export type PasswordHasher = {
  /** `owner`: by whom it waits in turn, for example the caller's address. */
  hash(password: string, owner: string): Promise<string>;
  /** Takes as long where nothing is held: without a hash no password is right. */
  check(password: string, held: string | null, owner: string): Promise<PasswordCheck>;
};

type Derive = (algorithm: "argon2id", parameters: Argon2Parameters) => Promise<Buffer>;
type Held = { readonly cost: Cost; readonly salt: Buffer; readonly hash: Buffer };

const deriveAside: Derive = promisify(argon2);

/** Hashes passwords aside from the event loop, in turn. `derive` is there for tests that count. */
export function createPasswordHasher(
  options: { readonly cost?: Cost; readonly queue?: QueueBounds; readonly derive?: Derive } = {},
): PasswordHasher {
  const { cost = COST, derive = deriveAside } = options;
  const queue = new SlowWorkQueue(options.queue);
  const derived = async (password: string, salt: Buffer, at: Cost, owner: string): Promise<Buffer> =>
    queue.run(owner, async () => derive("argon2id", parametersOf(password, salt, at)));
  const nobodys: Held = { cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };

  return {
    async hash(password, owner) {
      const salt = randomBytes(SALT_BYTES);
      return written(cost, salt, await derived(password, salt, cost, owner));
    },
    async check(password, held, owner) {
      const known = held === null ? nobodys : readHash(held);
      const found = await derived(password, known.salt, known.cost, owner);
      const isRight = timingSafeEqual(found, known.hash) && held !== null;
      return { isRight, isOutdated: written(cost, known.salt, known.hash) !== held };
    },
  };
}

function parametersOf(password: string, nonce: Buffer, cost: Cost): Argon2Parameters {
  const message = Buffer.from(passwordForm(password));
  return {
    message,
    nonce,
    parallelism: cost.lanes,
    tagLength: HASH_BYTES,
    memory: cost.memory_kib,
    passes: cost.passes,
  };
}

function written(cost: Cost, salt: Buffer, hash: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory_kib},t=${cost.passes},p=${cost.lanes}$${bare(salt)}$${bare(hash)}`;
}

/** PHC strings leave out what base64 is filled up with. */
function bare(bytes: Buffer): string {
  return bytes.toString("base64").replace(/={1,2}$/u, "");
}

function readHash(held: string): Held {
  const [, memory, passes, lanes, salt, hash] = PHC.exec(held) ?? [];
  if (salt === undefined || hash === undefined)
    throw new OnpointError("corrupt", "the hash of a password cannot be read");
  return {
    cost: { memory_kib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}
