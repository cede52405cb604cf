import { type Text, t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { type ChatKind, isChatKind } from '#contract/webhooks/webhook-limits.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { Chip } from '#web/ui/display.tsx';
import { serviceNames } from './webhook-kind.tsx';

/** Whether a webhook gets events. */
export function WebhookChip({ webhook: { state, failingSince } }: { webhook: Webhook }) {
  if (state !== 'on') return <Chip tone={state === 'by_owner' ? 'plain' : 'danger'}>{t`Off`}</Chip>;
  return failingSince ? <Chip tone="danger">{t`Failing`}</Chip> : <Chip tone="paid">{t`On`}</Chip>;
}

/** Why a channel gets no messages, or gets them late. */
function channelProblem(kind: ChatKind, { state, failingSince, pausedUntil }: Webhook): Text | null {
  const service = serviceNames[kind];
  switch (state) {
    case 'by_owner':
      return t`You turned this channel off. What happens meanwhile isn’t posted automatically. Once it’s on again, “Send everything since…” posts it.`;
    case 'refused':
    case 'gone':
      return kind === 'discord'
        ? t`Discord no longer accepts messages at this URL, so we turned the channel off. Someone may have deleted the webhook there. Make a new one in Discord and paste its URL here.`
        : t`Slack no longer accepts messages at this URL, so we turned the channel off. Someone may have removed the app, or archived the channel. Make a new webhook in Slack and paste its URL here.`;
    case 'failing':
      return t`${{ service }} hasn’t accepted a message for five days, so we turned the channel off. Turn it on again, or paste a new URL.`;
    case 'rights':
      return t`It was turned off because your account could no longer get these events. You can turn it on again.`;
    case 'token':
      return t`It was made or changed with an API token that has ended, so we turned it off. If you still want it, paste a new URL and turn it on again.`;
    case 'on':
      if (pausedUntil) return t`${{ service }} asked us to wait. We go on soon.`;
      return failingSince
        ? t`${{ service }} hasn’t accepted a message since ${{ date: fullDate(failingSince) }}. We try each one again for three days, and turn the channel off after five days without a success.`
        : null;
  }
}

/** Why a webhook gets no events, or gets them late; null if all is well. */
export function problemOf(webhook: Webhook): Text | null {
  const { kind, state, failingSince, pausedUntil } = webhook;
  if (isChatKind(kind)) return channelProblem(kind, webhook);
  switch (state) {
    case 'by_owner':
      return t`You turned this webhook off. What happens meanwhile isn’t sent automatically. Once it’s on again, “Send everything since…” sends it.`;
    // Programs are not turned off for refusing a request.
    case 'refused':
    case 'gone':
      return t`Its server answered that the address no longer exists (410), so we turned it off. Turn it on again once the address works.`;
    case 'failing':
      return t`Its server hasn’t accepted an event for five days, so we turned it off. Turn it on again once the address works.`;
    case 'rights':
      return t`It was turned off because your account could no longer get these events. You can turn it on again.`;
    case 'token':
      return t`It was made or changed with an API token that has ended, so we turned it off. If you still want it, check its address, make a new secret, and turn it on again.`;
    case 'on':
      if (pausedUntil) return t`Its server asked us to wait. We go on soon.`;
      return failingSince
        ? t`It has failed since ${{ date: fullDate(failingSince) }}. We try each event again for three days, and turn the webhook off after five days without a success.`
        : null;
  }
}
