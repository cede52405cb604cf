import { createPublicKey, verify } from 'node:crypto';
import type { ProofTools } from '#contract/checkpoint.ts';
import { sha256 } from './merkle-tree.ts';

/** The bytes before a raw Ed25519 public key in its SPKI encoding (RFC 8410). */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** Node's cryptography for the checks in contract/. */
export const proofTools: ProofTools = {
  encode: (text) => Buffer.from(text),
  sha256: async (bytes) => sha256(bytes),
  async verify(publicKey, message, signature) {
    const key = createPublicKey({ key: Buffer.concat([spkiHead, publicKey]), format: 'der', type: 'spki' });
    return verify(null, message, key, signature);
  },
};
