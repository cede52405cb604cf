import type { Sql } from '#server/platform/postgres/db.ts';
import type { AcknowledgedMessage, ChatWriter } from './chat-writer.ts';

/** A stored message. */
export interface StoredMessage {
  id: string;
  senderId: string;
  nonce: string;
  roomId: string;
  seq: number;
  deleted: boolean;
}

/** The messages of the global and category rooms. Rooms of pools also have system messages. */
export async function readStored(sql: Sql): Promise<StoredMessage[]> {
  return sql<StoredMessage[]>`
    select m.id, m.sender_id, m.nonce, coalesce(k.name, 'Global') as room_id, m.seq, m.deleted_at is not null as deleted
    from messages m join chat_rooms r on r.id = m.room_id left join categories k on k.id = r.category_id
    where r.kind in ('global', 'category') order by m.seq`;
}

/** The ids of the messages that a room shows, from top to bottom. */
export const orderOf = (rows: readonly StoredMessage[], roomId: string): string[] =>
  rows.filter((row) => row.roomId === roomId && !row.deleted).map(({ id }) => id);

/** Checks that every acknowledged message is stored exactly once and unchanged, and that nothing else is stored. */
export function compareAcknowledged(rows: readonly StoredMessage[], writers: readonly ChatWriter[]): string[] {
  const violations: string[] = [];
  const stored = Map.groupBy(rows, ({ senderId, nonce }) => `${senderId} ${nonce}`);
  for (const { person, acknowledged, refused, deleted } of writers) {
    for (const one of acknowledged) {
      const key = `${person.id} ${one.nonce}`;
      const fault = faultOf(one, stored.get(key) ?? [], deleted);
      if (fault) violations.push(`${fault}: ${JSON.stringify(one)}`);
      stored.delete(key);
    }
    const kept = refused.filter((nonce) => stored.has(`${person.id} ${nonce}`));
    violations.push(...kept.map((nonce) => `${nonce} was refused and is stored`));
  }
  return [...violations, ...[...stored.keys()].map((key) => `stored without an acknowledgement: ${key}`)];
}

function faultOf(
  acknowledged: AcknowledgedMessage,
  storedMessages: readonly StoredMessage[],
  deleted: ReadonlySet<string>,
): string | undefined {
  const [row] = storedMessages;
  if (!row || storedMessages.length > 1) return `stored ${storedMessages.length} times`;
  const { message, roomId } = acknowledged;
  const isSame = !message || (message.id === row.id && message.seq === row.seq);
  if (row.roomId !== roomId || !isSame) return `stored as ${JSON.stringify(row)}`;
  if ((!message || deleted.has(row.id)) && !row.deleted) return 'not deleted';
  return undefined;
}

/** How the messages that a reader saw differ from the stored ones; undefined if they are equal. */
export function differenceOf(seen: readonly string[], stored: readonly string[]): string | undefined {
  if (seen.length === stored.length && stored.every((id, index) => id === seen[index])) return undefined;
  const missing = stored.filter((id) => !seen.includes(id));
  const extra = seen.filter((id) => !stored.includes(id));
  return `${seen.length} of ${stored.length}, missing ${missing.slice(0, 5)}, too many ${extra.slice(0, 5)}`;
}

/** The number of ids that only one of the lists has. */
export function countDifferences(seen: readonly string[], stored: readonly string[]): number {
  const [one, other] = [new Set(seen), new Set(stored)];
  return seen.filter((id) => !other.has(id)).length + stored.filter((id) => !one.has(id)).length;
}
