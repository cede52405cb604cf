import { t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

export interface RenamedCreator {
  username: string;
  from: string;
  to: string;
}

/** Notifies every admin, except for the creator, that a creator has a new name. */
export async function notifyRenamedCreator(
  context: Platform,
  { userId, renameId, ...renamed }: RenamedCreator & { userId: string; renameId: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    for (const admin of await listAdmins(tx)) {
      if (admin.id !== userId)
        await notify(context, tx, admin, () => ({ ...creatorRenamed(renamed), personId: userId }), renameId);
    }
  });
}

export const creatorRenamed = ({ username, from, to }: RenamedCreator): Notice => ({
  kind: 'creator_renamed',
  title: t`A creator changed their name`,
  body: t`@${{ username }} was “${{ oldName: from }}” and is now “${{ newName: to }}”. Check that the new name is really theirs.`,
  href: creatorPath(username),
  action: t`Open the page`,
});
