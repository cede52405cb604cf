import type { MoneyContext } from '#server/money/money-context.ts';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import { type Desk, type DeskQuestion, findDesks } from './desk.sql.ts';

type Read = (question: DeskQuestion) => Promise<Desk | { id: null }>;
const readers = new WeakMap<object, Read>();

/** What a fan's pledge needs; undefined where there is no such pool. All who ask while one read is under way share the next. */
export async function readDesk({ db, cards }: MoneyContext, question: DeskQuestion): Promise<Desk | undefined> {
  let read = readers.get(db);
  if (!read) {
    read = createBatches((questions: DeskQuestion[]) => findDesks(db.sql, cards.name, questions), {
      failsAlone: () => false,
    });
    readers.set(db, read);
  }
  const desk = await read(question);
  return desk.id === null ? undefined : desk;
}
