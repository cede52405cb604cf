import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isTimeZone, moveDigests, saveTimeZone } from './digests.sql.ts';
import { type Choices, readChoices } from './read-choices.ts';

/** Saves the time zone of a person's digests and moves the ones that wait. Throws validation_failed for an unknown zone. */
export async function chooseTimeZone(
  context: Platform,
  actor: Actor,
  { timeZone }: { timeZone: string },
): Promise<Choices> {
  const fault = "We don't know this time zone.";
  await context.db.tx(async (tx) => {
    if (!(await isTimeZone(tx, timeZone))) {
      throw appError('validation_failed', { message: fault, fields: { timeZone: fault } });
    }
    await saveTimeZone(tx, actor.userId, timeZone);
    await moveDigests(tx, actor.userId);
  });
  return readChoices(context, actor);
}
