import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessorFault } from '#server/money/card-processor.ts';
import type { Database, Tx } from '#server/platform/postgres/db.ts';
import { findAnswer, storeAnswer, tryLockKey } from './requests.sql.ts';

type Json = Parameters<Tx['json']>[0];

const tries = 20;
const pauseMs = 50;

/**
 * Runs one request under its idempotency key, in the processor's own transaction. Repeating key and request returns the stored answer;
 * the same key with another request is refused. While the first call still runs, a second one waits up to one second and then gets
 * `unknown`. A real processor answers 409 in this case, and its SDK retries in the same way.
 */
export async function runIdempotent<T extends object>(
  db: Database,
  key: string,
  request: unknown,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256').update(JSON.stringify(request)).digest('hex');
  for (let attempt = 1; ; attempt += 1) {
    const answer = await db.tx((tx) => answerUnlessBusy(tx, key, hash, work));
    if (answer) return answer;
    if (attempt === tries) throw new ProcessorFault('unknown', `a request with the key ${key} is still running`);
    await sleep(pauseMs);
  }
}

/** Undefined while another call holds the key. */
async function answerUnlessBusy<T extends object>(
  tx: Tx,
  key: string,
  hash: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  if (!(await tryLockKey(tx, key))) return undefined;
  const storedAnswer = await findAnswer(tx, key);
  if (storedAnswer && storedAnswer.requestHash !== hash) {
    throw new ProcessorFault('refused', `the key ${key} was used for another request`);
  }
  if (storedAnswer) return storedAnswer.response as T;
  const answer = await work(tx);
  await storeAnswer(tx, key, hash, answer as unknown as Json);
  return answer;
}
