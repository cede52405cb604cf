import { addressBlock } from '#server/platform/limits/rate-limit.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { listBlocks, listSessionAddresses, listSharing, type Shared } from './traces.sql.ts';

const listed = 20;

/** All blocks of addresses that are known of a person. */
async function blocksOf(sql: Connection, userId: string): Promise<Set<string>> {
  const addresses = await listSessionAddresses(sql, userId);
  return new Set([...addresses.map(addressBlock), ...(await listBlocks(sql, userId))]);
}

/** The accounts among these that share a block of addresses, a browser or a payment card with the person. */
export async function findRelated(
  sql: Connection,
  userId: string,
  among: readonly string[],
): Promise<Map<string, Shared>> {
  const others = among.filter((id) => id !== userId);
  if (others.length === 0) return new Map();
  const addresses = await listSessionAddresses(sql, userId);
  const sharing = await listSharing(sql, userId, { addresses, among: others, limit: others.length });
  const related = new Map(sharing.map((shared) => [shared.userId, shared]));
  const own = await blocksOf(sql, userId);
  for (const id of others) {
    const shares = [...(await blocksOf(sql, id))].some((block) => own.has(block));
    if (shares) related.set(id, { device: false, card: false, ...related.get(id), userId: id, address: true });
  }
  return related;
}

/** The accounts that share something with the person, for the evidence of a claim: first those who added or changed something. */
export async function listRelated(sql: Connection, userId: string, adders: readonly string[]): Promise<Shared[]> {
  const addresses = await listSessionAddresses(sql, userId);
  const others = await listSharing(sql, userId, { addresses, among: null, limit: listed });
  const first = await findRelated(sql, userId, adders);
  return [...first.values(), ...others.filter((shared) => !first.has(shared.userId))].slice(0, listed);
}
