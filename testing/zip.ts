import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/** Reads an archive as other programs do: by the directory at its end. Sizes and checksums have to agree. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - 22;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'the archive has its end');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(archive.readUInt32LE(at), 0x02014b50);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('ascii', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    assert.equal(archive.readUInt32LE(local), 0x04034b50);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const data = inflateRawSync(archive.subarray(from, from + archive.readUInt32LE(at + 20)));
    assert.equal(data.length, archive.readUInt32LE(at + 24), `${name} has its size`);
    assert.equal(crc32(data), archive.readUInt32LE(at + 16), `${name} has its checksum`);
    files.set(name, data);
    at += 46 + nameLength;
  }
  return files;
}
