import { PassThrough, pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipFile {
  /** ASCII, with `/` between folders. */
  name: string;
  chunks: AsyncIterable<string> | Iterable<string>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** Sizes follow the data, so that nothing has to be known before. */
const sizesFollow = 0x0008;
const deflated = 8;
const version = 20;

/**
 * A zip archive while it is made (PKWARE's APPNOTE, without zip64: four gigabytes at most). `date` stands at every file; failures of
 * a source end the stream with its error.
 */
export async function* zip(files: AsyncIterable<ZipFile> | Iterable<ZipFile>, date: Date): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, chunks } of files) {
    const entry = { name: Buffer.from(name, 'ascii'), crc: 0, packed: 0, size: 0, offset };
    const head = header(0x04034b50, 30, entry, date);
    offset += head.length;
    yield head;
    for await (const piece of deflate(chunks, entry)) {
      entry.packed += piece.length;
      yield piece;
    }
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(0x08074b50, 0);
    writeSizes(sizes, 4, entry);
    offset += entry.packed + sizes.length;
    yield sizes;
    written.push(entry);
  }
  let length = 0;
  for (const entry of written) {
    const head = header(0x02014b50, 46, entry, date);
    length += head.length;
    yield head;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

function deflate(chunks: ZipFile['chunks'], entry: Written): AsyncIterable<Buffer> {
  async function* counted() {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  // The failure of a source is thrown where the result is read.
  return pipeline(Readable.from(counted()), createDeflateRaw(), new PassThrough(), () => undefined);
}

/** The header before a file (30 bytes) or in the directory at the end (46 bytes); the latter knows the sizes. */
function header(signature: number, length: 30 | 46, entry: Written, date: Date): Buffer {
  const head = Buffer.alloc(length + entry.name.length);
  const inDirectory = length === 46;
  const at = inDirectory ? 6 : 4;
  head.writeUInt32LE(signature, 0);
  if (inDirectory) head.writeUInt16LE(version, 4);
  head.writeUInt16LE(version, at);
  head.writeUInt16LE(sizesFollow, at + 2);
  head.writeUInt16LE(deflated, at + 4);
  // Two-second steps since 1980, as MS-DOS counted.
  head.writeUInt16LE((date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1), at + 6);
  head.writeUInt16LE(
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    at + 8,
  );
  if (inDirectory) writeSizes(head, at + 10, entry);
  head.writeUInt16LE(entry.name.length, at + 22);
  if (inDirectory) head.writeUInt32LE(entry.offset, 42);
  entry.name.copy(head, length);
  return head;
}

function writeSizes(into: Buffer, at: number, { crc, packed, size }: Written): void {
  into.writeUInt32LE(crc, at);
  into.writeUInt32LE(packed, at + 4);
  into.writeUInt32LE(size, at + 8);
}
