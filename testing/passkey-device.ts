import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { InputOf } from '#contract/endpoint.ts';
import {
  addPasskey,
  type ChangedFactor,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '#contract/second-factor.ts';
import type { TestClient } from './client.ts';

type Options = Record<string, unknown>;
export type Registration = InputOf<typeof addPasskey>['body']['answer'];
export type Assertion = InputOf<typeof signInWithPasskey>['body'];

/** The parts of an answer that are not as they should be. */
export interface Tampering {
  origin?: string;
  challenge?: string;
  rpId?: string;
  type?: string;
  /** Fields of the client data. */
  client?: Record<string, unknown>;
  /** Without the person: user presence, user verification. */
  absent?: boolean;
  unverified?: boolean;
  counter?: number;
  userHandle?: string | undefined;
  /** Names this passkey outside the attestation. */
  id?: string;
  /** An attestation format and its statement, encoded. */
  attestation?: { fmt: string; statement: Buffer };
}

const flag = { present: 1, verified: 4, canSync: 8, isSynced: 16, attested: 64 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url');

/** CBOR (RFC 8949) of what attestations consist of. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
export const cbor = {
  int: (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value)),
  bytes: (value: Buffer) => Buffer.concat([head(2, value.length), value]),
  text: (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]),
  list: (items: Buffer[]) => Buffer.concat([head(4, items.length), ...items]),
  map: (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]),
};

/** A software authenticator with one discoverable ES256 passkey, and the browser around it. */
export class PasskeyDevice {
  readonly id = randomBytes(32);
  /** The signatures so far. Null for a device that does not count. */
  counter: number | null = 0;
  isSynced = false;
  userHandle: string | undefined;
  readonly #origin: string;
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject };

  constructor(origin: string) {
    this.#origin = origin;
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  get name(): string {
    return encode(this.id);
  }

  /** Answers the options of `navigator.credentials.create`. */
  create(options: Options, tampering: Tampering = {}): Registration {
    const { user, rp } = options as { user: { id: string }; rp: { id: string } };
    this.userHandle = user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.#authenticatorData(tampering.rpId ?? rp.id, flag.attested, tampering),
      Buffer.alloc(16),
      length,
      this.id,
      this.#coseKey(),
    ]);
    const { fmt, statement } = tampering.attestation ?? { fmt: 'none', statement: cbor.map([]) };
    const attestation = cbor.map([
      [cbor.text('fmt'), cbor.text(fmt)],
      [cbor.text('attStmt'), statement],
      [cbor.text('authData'), cbor.bytes(data)],
    ]);
    return {
      ...this.#named(tampering),
      response: {
        clientDataJSON: encode(this.#clientData('webauthn.create', options, tampering)),
        attestationObject: encode(attestation),
        transports: ['internal'],
      },
    };
  }

  /** Answers the options of `navigator.credentials.get`. */
  get(options: Options, tampering: Tampering = {}): Assertion {
    const clientData = this.#clientData('webauthn.get', options, tampering);
    const data = this.#authenticatorData(tampering.rpId ?? String(options.rpId), 0, tampering);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    const userHandle = 'userHandle' in tampering ? tampering.userHandle : this.userHandle;
    return {
      ...this.#named(tampering),
      response: {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(data),
        signature: encode(signature),
        ...(userHandle === undefined ? {} : { userHandle }),
      },
    };
  }

  #named({ id = this.name }: Tampering) {
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, options: Options, tampering: Tampering): Buffer {
    const challenge = tampering.challenge ?? options.challenge;
    const origin = tampering.origin ?? this.#origin;
    return Buffer.from(JSON.stringify({ type: tampering.type ?? type, challenge, origin, ...tampering.client }));
  }

  #authenticatorData(rpId: string, more: number, { absent, unverified, counter }: Tampering): Buffer {
    if (this.counter !== null) this.counter = counter ?? this.counter + 1;
    const person = (absent ? 0 : flag.present) | (unverified ? 0 : flag.verified);
    const sync = this.isSynced ? flag.canSync | flag.isSynced : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter ?? 0);
    return Buffer.concat([sha256(rpId), Buffer.from([person | sync | more]), count]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return cbor.map([
      [cbor.int(1), cbor.int(2)],
      [cbor.int(3), cbor.int(-7)],
      [cbor.int(-1), cbor.int(1)],
      [cbor.int(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
      [cbor.int(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

/** Adds the device's passkey to the account of a signed-in client. */
export async function addDevice(client: TestClient, device: PasskeyDevice, name = 'Phone'): Promise<ChangedFactor> {
  const answer = device.create(await client.call(startPasskey));
  return client.call(addPasskey, { body: { name, answer } });
}

/** Signs the client in with nothing but the device's passkey. */
export async function signInWithDevice(client: TestClient, device: PasskeyDevice, tampering?: Tampering) {
  const answer = device.get(await client.call(startPasskeySignIn), tampering);
  return client.call(signInWithPasskey, { body: answer });
}
