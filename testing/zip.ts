import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

const endLength = 22;
const utf8Name = 0x0800;
const deflate = 8;

interface Entry {
  name: string;
  flags: number;
  checksum: number;
  packedSize: number;
  size: number;
  /** Where the local header starts. */
  offset: number;
  /** Where the next entry of the directory starts. */
  next: number;
}

function readEntry(archive: Buffer, at: number): Entry {
  assert.equal(archive.readUInt32LE(at), 0x02014b50, 'the directory has an entry here');
  const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
  const name = archive.toString('utf8', at + 46, nameEnd);
  const flags = archive.readUInt16LE(at + 8);
  assert.ok(flags & utf8Name, `${name} declares its name as UTF-8`);
  assert.equal(archive.readUInt16LE(at + 10), deflate, `${name} is deflated`);
  return {
    name,
    flags,
    checksum: archive.readUInt32LE(at + 16),
    packedSize: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    offset: archive.readUInt32LE(at + 42),
    next: nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32),
  };
}

function readData(archive: Buffer, entry: Entry): Buffer {
  const { name, offset, packedSize } = entry;
  assert.equal(archive.readUInt32LE(offset), 0x04034b50, `${name} has its local header`);
  assert.equal(archive.readUInt16LE(offset + 6), entry.flags, `${name} has the same flags in both headers`);
  const nameEnd = offset + 30 + archive.readUInt16LE(offset + 26);
  assert.equal(archive.toString('utf8', offset + 30, nameEnd), name, `${name} has the same name in both headers`);
  const start = nameEnd + archive.readUInt16LE(offset + 28);
  const data = inflateRawSync(archive.subarray(start, start + packedSize));
  assert.equal(data.length, entry.size, `${name} has its size`);
  assert.equal(crc32(data), entry.checksum, `${name} has its checksum`);
  return data;
}

/** Reads an archive without comment and zip64 by the directory at its end. Throws if any two parts disagree. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.length - endLength;
  assert.equal(archive.readUInt32LE(end), 0x06054b50, 'the archive has its end');
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  assert.equal(at + archive.readUInt32LE(end + 12), end, 'the directory ends where the end record starts');
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(archive, at);
    files.set(entry.name, readData(archive, entry));
    at = entry.next;
  }
  assert.equal(at, end, 'the directory has no other entries');
  assert.equal(files.size, count, 'every file has a unique name');
  return files;
}
