import { createHash } from 'node:crypto';
import type { Database, Tx } from '#server/platform/db.ts';
import { ProcessorFault } from '../card-port.ts';
import { findAnswer, storeAnswer, tryLockKey } from './requests.sql.ts';

type Json = Parameters<Tx['json']>[0];

/**
 * One request under its key, in a transaction of the processor's own. As with the real ones: the same key and request again gives
 * the stored answer; with another request it is refused; while the first is still running nobody learns anything.
 */
export async function once<T extends object>(
  db: Database,
  key: string,
  request: unknown,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  return db.tx(async (tx) => {
    if (!(await tryLockKey(tx, key)))
      throw new ProcessorFault('unknown', `a request with the key ${key} is still running`);
    const known = await findAnswer(tx, key);
    if (known && known.requestHash !== hash) {
      throw new ProcessorFault('refused', `the key ${key} was used for another request`);
    }
    if (known) return known.response as T;
    const answer = await work(tx);
    await storeAnswer(tx, key, hash, answer as unknown as Json);
    return answer;
  });
}
