/** `end` is inclusive, as in HTTP. */
export type RangeChoice = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

export interface RangeHeaders {
  range?: string | undefined;
  ifRange?: string | undefined;
}

const whole: RangeChoice = { kind: 'whole' };

/**
 * Chooses the bytes to send (RFC 9110, section 14). Serves one range. Ignores multiple ranges, other units and malformed ranges, as
 * the standard allows. A range that ends before it starts is invalid. The standard lets a server ignore it; this server refuses it to
 * make the client's bug visible. An If-Range that is not our strong tag means that the client's partial copy is outdated.
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
    // A suffix range of an empty file selects the whole file, which a 206 response cannot express.
    return Number(last) > 0 ? whole : { kind: 'unsatisfiable' };
  }
  const start = Number(first);
  const endsBeforeItBegins = last !== '' && Number(last) < start;
  if (endsBeforeItBegins || start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}
