import type { ProofTools } from '#contract/checkpoint.ts';

/** This browser has no Ed25519 in WebCrypto, or the page was not opened over https. */
export class NoBrowserCrypto extends Error {}

const bytesOf = (bytes: Uint8Array) => new Uint8Array(bytes);

/** The browser's own cryptography, for the checks in contract/. */
export const browserTools: ProofTools = {
  encode: (text) => new TextEncoder().encode(text),
  sha256: async (bytes) => new Uint8Array(await subtle().digest('SHA-256', bytesOf(bytes))),
  async verify(publicKey, message, signature) {
    const key = await importKey(publicKey);
    return subtle().verify('Ed25519', key, bytesOf(signature), bytesOf(message));
  },
};

/** Undefined on pages that were opened over http. */
function subtle(): SubtleCrypto {
  const found: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!found) throw new NoBrowserCrypto();
  return found;
}

async function importKey(publicKey: Uint8Array): Promise<CryptoKey> {
  try {
    return await subtle().importKey('raw', bytesOf(publicKey), 'Ed25519', false, ['verify']);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotSupportedError') throw new NoBrowserCrypto();
    throw error;
  }
}
