import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

// cspell:ignore Efmt

const headerBytes = 44;
const samplesPerS = 44_100;

/** Writes a WAV file with one channel and 16 bits per sample, mostly silence. It is sparse, so it takes little disk space. */
export async function makeLargeSound(path: string, bytes: number): Promise<void> {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(bytes - 8, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samplesPerS, 24);
  header.writeUInt32LE(samplesPerS * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(bytes - headerBytes, 40);
  const file = await open(path, 'w');
  await file.write(header, 0, headerBytes, 0);
  // Noise at irregular positions, so that parts in the wrong order change the hash.
  for (let at = 1_000_000; at < bytes; at += 7_654_321) await file.write(randomBytes(4096), 0, 4096, at);
  await file.truncate(bytes);
  await file.close();
}

export const secondsOf = (bytes: number) => (bytes - headerBytes) / (samplesPerS * 2);

export async function fingerprintOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
