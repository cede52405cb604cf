import { sentences, type Text, t } from '#contract/language/text.ts';
import { webhookPath } from '#contract/webhooks/webhook-paths.ts';
import type { Notice } from '#server/notifications/notice.ts';
import { notify } from '#server/notifications/notify.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { addToken, findOwner, findTokenName } from './endpoints.sql.ts';
import type { WebhookCaller } from './webhook-caller.ts';

type Change = 'created' | 'moved' | 'secret';

interface Changed {
  endpointId: string;
  url: string;
  change: Change;
  /** Null in a session. */
  tokenName: string | null;
}

const titles: Record<Change, (host: string) => Text> = {
  created: (host) => t`A webhook to ${{ host }} was added`,
  moved: (host) => t`A webhook now sends to ${{ host }}`,
  secret: (host) => t`The secret of your webhook to ${{ host }} was changed`,
};

export const webhookChanged = ({ endpointId, url, change, tokenName }: Changed): Notice => ({
  kind: 'webhook_changed',
  title: titles[change](new URL(url).host),
  body: sentences(
    tokenName === null
      ? t`Someone who is signed in to your account did this.`
      : t`A program did this with your API token “${{ name: tokenName }}”. The webhook ends with the token.`,
    t`If this wasn’t you, delete the webhook, revoke the API tokens you don’t know, and choose a new password.`,
  ),
  href: webhookPath(endpointId),
  action: t`Open the webhook`,
});

/**
 * Tells the owner of a webhook that their events go to another place, or are signed otherwise: an intruder cannot do it in silence. If it was
 * with an API token, the webhook ends with the token.
 */
export async function recordChange(
  context: InTransaction<Platform>,
  tx: Tx,
  { actor, tokenId }: WebhookCaller,
  what: Pick<Changed, 'endpointId' | 'url' | 'change'>,
): Promise<void> {
  if (tokenId !== null) await addToken(tx, what.endpointId, tokenId);
  const owner = await findOwner(tx, actor.userId);
  if (!owner) return;
  // A token that was revoked during the call has no name any more.
  const tokenName = tokenId === null ? null : ((await findTokenName(tx, tokenId)) ?? tokenId);
  const cause = `${what.endpointId}:${what.change}:${Date.now()}`;
  await notify(context, tx, owner, () => webhookChanged({ ...what, tokenName }), cause);
}
