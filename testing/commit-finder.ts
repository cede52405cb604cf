/** `request`: before PostgreSQL gets the COMMIT. `reply`: after PostgreSQL has answered it, so that it has committed. */
export type CutSide = 'request' | 'reply';

/**
 * Tells for each chunk that a client sends to PostgreSQL whether it contains a COMMIT. The driver prepares the statement once per connection and
 * then names it only, so the names of prepared statements must be remembered
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export function commitFinder(): (chunk: Buffer) => boolean {
  const names = new Set<string>();

  function isCommit({ type, body }: Message): boolean {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'Q') return startsCommit(first);
    // Parse: the statement's name, then its text. Bind: the portal's name, then the statement's.
    if (type === 'P' && startsCommit(second)) names.add(first);
    return type === 'B' && names.has(second);
  }

  const takeMessages = messageReader();
  return (chunk) => takeMessages(chunk).filter(isCommit).length > 0;
}

const startsCommit = (statement: string) => /^\s*commit\b/i.test(statement);

interface Message {
  type: string;
  body: Buffer;
}

/** Returns the messages that end in each chunk. The first one of a connection has no type and is left out. */
function messageReader(): (chunk: Buffer) => Message[] {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const typeBytes = hasStarted ? 1 : 0;
      if (rest.length < typeBytes + 4) return messages;
      const end = typeBytes + rest.readInt32BE(typeBytes);
      if (rest.length < end) return messages;
      if (hasStarted) messages.push({ type: String.fromCharCode(rest[0] ?? 0), body: rest.subarray(5, end) });
      hasStarted = true;
      rest = rest.subarray(end);
    }
  };
}
