import { formatItems } from '#contract/language/lists.ts';
import { t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

export interface Imitation {
  username: string;
  name: string;
  /** The usernames of verified creators. */
  imitated: string[];
}

/** Notifies every admin that a new or renamed profile looks like a verified creator. */
export async function notifyImitation(
  context: Platform,
  { occasion, ...imitation }: Imitation & { occasion: string },
): Promise<void> {
  await context.db.tx(async (tx) => {
    for (const admin of await listAdmins(tx))
      await notify(context, tx, admin, () => creatorImitates(imitation), occasion);
  });
}

export const creatorImitates = ({ username, name, imitated }: Imitation): Notice => ({
  kind: 'creator_imitates',
  title: t`A profile has the name of a verified creator`,
  body: t`“${{ name }}” (@${{ username }}) looks like ${{ creators: formatItems(imitated.map((each) => `@${each}`)) }}. Fans may take one for the other.`,
  href: creatorPath(username),
  action: t`Open the profile`,
});
