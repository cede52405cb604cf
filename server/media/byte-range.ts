/** `end` is inclusive, as in HTTP. */
export type RangeChoice = { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

export interface RangeHeaders {
  range?: string | undefined;
  ifRange?: string | undefined;
}

const whole: RangeChoice = { kind: 'whole' };

/**
 * Which bytes to send (RFC 9110, 14). One range is served; several, other units and nonsense count as no range at all, which the
 * standard allows. If-Range with anything but our strong tag means that the client's half is of another file.
 */
export function chooseRange({ range, ifRange }: RangeHeaders, etag: string, sizeBytes: number): RangeChoice {
  if (!range || (ifRange !== undefined && ifRange !== etag)) return whole;
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range);
  if (!match) return whole;
  const [first = '', last = ''] = match.slice(1);
  if (first === '' && last === '') return whole;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return whole;
  if (start >= sizeBytes) return { kind: 'unsatisfiable' };
  return { kind: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
}
