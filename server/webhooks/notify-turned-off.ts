import { sentences, t } from '#contract/language/text.ts';
import { webhookPath } from '#contract/webhooks/webhook-paths.ts';
import type { Notice } from '#server/notifications/notice.ts';
import { notify } from '#server/notifications/notify.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { findOwner } from './endpoints.sql.ts';

interface TurnedOff {
  endpointId: string;
  url: string;
  reason: 'failing' | 'gone' | 'refused' | 'token';
}

const afterToken = () =>
  sentences(
    t`It was made or changed with an API token that has ended.`,
    t`If you still want it, check its address, make a new secret, and turn it on again.`,
  );

const afterRefusal = () =>
  sentences(
    t`The channel no longer takes messages: its webhook was deleted, or the channel is closed.`,
    t`Make a new webhook there, enter its address here, and turn this one on again.`,
  );

const afterFailures = (reason: 'failing' | 'gone') =>
  sentences(
    reason === 'gone'
      ? t`Its server answered that the address no longer exists (410).`
      : t`Its server hasn’t accepted an event for five days.`,
    t`Once the address works again, turn the webhook on and send it everything it missed. Events are kept for 30 days.`,
  );

function bodyOf(reason: TurnedOff['reason']) {
  if (reason === 'token') return afterToken();
  return reason === 'refused' ? afterRefusal() : afterFailures(reason);
}

export const webhookTurnedOff = ({ endpointId, url, reason }: TurnedOff): Notice => ({
  kind: 'webhook_off',
  title: t`Your webhook to ${{ host: new URL(url).host }} is off`,
  body: bodyOf(reason),
  href: webhookPath(endpointId),
  action: t`Open the webhook`,
});

/** Tells the owner of an endpoint that it gets no more events. */
export async function notifyTurnedOff(
  context: InTransaction<Platform>,
  tx: Tx,
  { userId, ...turnedOff }: TurnedOff & { userId: string },
): Promise<void> {
  const owner = await findOwner(tx, userId);
  if (!owner) return;
  const cause = `${turnedOff.endpointId}:${Date.now()}`;
  await notify(context, tx, owner, () => webhookTurnedOff(turnedOff), cause);
}
