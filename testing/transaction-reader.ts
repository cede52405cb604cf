/**
 * Reads what a client sends to PostgreSQL. Returns, for a chunk that contains a COMMIT, the statements of its transaction; otherwise undefined.
 * The driver prepares a statement once per connection and then names it only, so the texts of prepared statements must be remembered
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export function transactionReader(): (chunk: Buffer) => readonly string[] | undefined {
  const textOf = new Map<string, string>();
  /** The statements of the open transaction. */
  let transaction: string[] | undefined;

  /** The statement that the message runs. */
  function statementOf({ type, body }: Message): string | undefined {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    if (type === 'Q') return first;
    // Parse: the statement's name, then its text. Bind: the portal's name, then the statement's.
    if (type === 'P') textOf.set(first, second);
    return type === 'B' ? textOf.get(second) : undefined;
  }

  const takeMessages = messageReader();
  return (chunk) => {
    let committed: string[] | undefined;
    for (const message of takeMessages(chunk)) {
      const statement = statementOf(message);
      if (statement === undefined) continue;
      if (startsWith('begin', statement)) transaction = [];
      transaction?.push(statement);
      if (!startsWith('commit', statement)) continue;
      committed = transaction ?? [];
      transaction = undefined;
    }
    return committed;
  };
}

const startsWith = (word: 'begin' | 'commit', statement: string) =>
  statement.trimStart().slice(0, word.length).toLowerCase() === word;

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
