import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { listTimeZones, moveDigests, saveTimeZone } from '#server/notifications/digests.sql.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Choices, readChoices } from './read-choices.ts';

const namesOf = contextState(() => createTtlCache<ReadonlySet<string>>(24 * 60 * 60_000));

/** Saves the time zone of a person's digests and moves the ones that wait. Throws validation_failed for an unknown zone. */
export async function chooseTimeZone(
  context: Platform,
  actor: Actor,
  { timeZone }: { timeZone: string },
): Promise<Choices> {
  const fault = () => t`We don’t know this time zone.`;
  const names = await namesOf(context).read('all', () => listTimeZones(context.db.sql));
  if (!names.has(timeZone)) throw appError('validation_failed', { message: fault, fields: { timeZone: fault } });
  await context.db.tx(async (tx) => {
    await saveTimeZone(tx, actor.userId, timeZone);
    await moveDigests(tx, actor.userId);
  });
  return readChoices(context, actor);
}
