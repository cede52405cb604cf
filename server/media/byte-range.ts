/** `end` is inclusive, as in HTTP. */
export type RangeChoice = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

export interface RangeHeaders {
  range?: string | undefined;
  ifRange?: string | undefined;
}

const whole: RangeChoice = { kind: 'whole' };

/**
 * Which bytes to send (RFC 9110, 14). One range is served. Several ranges, other units and text that is no range are ignored, which
 * the standard allows. A range that ends before it begins is invalid: the standard lets a server ignore or refuse it, and a client
 * that computes one is better told. If-Range with anything but our strong tag means that the client's half is of another file.
 */
export function chooseRange({ range, ifRange }: RangeHeaders, etag: string, sizeBytes: number): RangeChoice {
  if (!range || (ifRange !== undefined && ifRange !== etag)) return whole;
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range);
  if (!match) return whole;
  const [first = '', last = ''] = match.slice(1);
  if (first === '' && last === '') return whole;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    if (length > 0) return { kind: 'part', start: sizeBytes - length, end: sizeBytes - 1 };
    // The last bytes of an empty file are all of it, which no 206 can say.
    return Number(last) > 0 ? whole : { kind: 'unsatisfiable' };
  }
  const start = Number(first);
  const endsBeforeItBegins = last !== '' && Number(last) < start;
  if (endsBeforeItBegins || start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}
