import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { mayDeleteUpdate, maySeeUpdate } from './policy.ts';
import { removeUpdate } from './remove-update.ts';
import { findUpdatePlace } from './updates.sql.ts';

/** The author or an admin deletes an update. Throws `not_found` (also if it is deleted already), `forbidden`. */
export async function deleteUpdate(context: Platform, actor: Actor, id: string): Promise<{ ok: true }> {
  return context.db.tx(async (tx) => {
    const update = await findUpdatePlace(tx, id, actor.userId);
    if (!update || !maySeeUpdate(actor, update)) throw appError('not_found');
    if (!mayDeleteUpdate(actor, update)) {
      throw appError('forbidden', { message: () => t`Only the person who posted this update can delete it.` });
    }
    const through = actor.userId === update.authorId ? 'author' : 'admin';
    if (!(await removeUpdate(context, tx, { id, byId: actor.userId, through }))) throw appError('not_found');
    return { ok: true };
  });
}
