const lineBreak = 10;

/** Splits bytes at line breaks, without decoding them. Yields null last if the final line has no line break. */
export async function* readLines(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer | null> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const part of parts) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, part]) : part;
    let start = 0;
    for (let end = bytes.indexOf(lineBreak); end >= 0; end = bytes.indexOf(lineBreak, start)) {
      yield bytes.subarray(start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield null;
}
