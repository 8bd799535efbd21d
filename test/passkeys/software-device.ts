import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What a device does otherwise than it should. */
export type Misdeeds = {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** Nobody touched it. */
  readonly isAbsent?: boolean;
  /** Somebody touched it, whoever that was. */
  readonly isUnverified?: boolean;
  readonly crossOrigin?: boolean;
  readonly counter?: number;
  readonly spoilsSignature?: boolean;
  /** In place of its own. */
  readonly id?: string;
  readonly key?: KeyObject;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A device that keeps one passkey, as WebAuthn level 2 has it (sections 6.1, 6.5), for a browser at `origin`. */
export class SoftwareDevice {
  readonly #origin: string;
  readonly #rpId: string;
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(16).toString("base64url");
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    this.#rpId = new URL(origin).hostname;
  }

  get privateKey(): KeyObject {
    return this.#keys.privateKey;
  }

  create({ challenge }: PublicKeyCredentialCreationOptionsJSON, misdeeds: Misdeeds = {}): string {
    const id = misdeeds.id ?? this.id;
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(bytes(id).length);
    const attested = Buffer.concat([Buffer.alloc(16), length, bytes(id), isoCBOR.encode(key)]);
    const authData = Buffer.concat([this.#head(ATTESTED, misdeeds), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url");
    const clientDataJSON = this.#clientData("webauthn.create", challenge, misdeeds);
    return this.#answer(id, { clientDataJSON, attestationObject, transports: ["internal"] });
  }

  get({ challenge }: PublicKeyCredentialRequestOptionsJSON, misdeeds: Misdeeds = {}): string {
    this.#counter = misdeeds.counter ?? this.#counter + 1;
    const authData = this.#head(0, misdeeds);
    const clientDataJSON = this.#clientData("webauthn.get", challenge, misdeeds);
    const signed = Buffer.concat([authData, createHash("sha256").update(bytes(clientDataJSON)).digest()]);
    const signature = sign("sha256", signed, misdeeds.key ?? this.#keys.privateKey);
    if (misdeeds.spoilsSignature === true) signature.writeUInt8((signature.at(-1) ?? 0) ^ 1, signature.length - 1);
    return this.#answer(misdeeds.id ?? this.id, {
      clientDataJSON,
      authenticatorData: authData.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }

  #head(flags: number, { rpId, isAbsent, isUnverified }: Misdeeds): Buffer {
    const all = flags | (isAbsent === true ? 0 : PRESENT) | (isUnverified === true ? 0 : VERIFIED);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([
      createHash("sha256")
        .update(rpId ?? this.#rpId)
        .digest(),
      Buffer.from([all]),
      counter,
    ]);
  }

  #clientData(type: string, challenge: string, misdeeds: Misdeeds): string {
    const data = {
      type: misdeeds.type ?? type,
      challenge: misdeeds.challenge ?? challenge,
      origin: misdeeds.origin ?? this.#origin,
      crossOrigin: misdeeds.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString("base64url");
  }

  #answer(id: string, response: object): string {
    return JSON.stringify({ id, rawId: id, type: "public-key", clientExtensionResults: {}, response });
  }
}

function bytes(text: string): Buffer {
  return Buffer.from(text, "base64url");
}
