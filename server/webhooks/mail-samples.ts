import { noticeSample } from '#server/notifications/mail-samples.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import type { Platform } from '#server/platform/platform.ts';
import { webhookChanged } from './notify-changed.ts';
import { tokenExpiring } from './notify-expiring-tokens.ts';
import { webhookTurnedOff } from './notify-turned-off.ts';

const sample = { endpointId: '00000000-0000-4000-8000-000000000000', url: 'https://example.com/events' };

export function webhookMailSamples(context: Platform): MailSample[] {
  const off = (['failing', 'gone', 'refused', 'token'] as const).map((reason) => {
    const mail = noticeSample(context, webhookTurnedOff({ ...sample, reason }));
    return reason === 'failing' ? mail : { ...mail, id: `${mail.id}-${reason}` };
  });
  const changed = (['created', 'moved', 'secret'] as const).map((change) => {
    const tokenName = change === 'created' ? 'Stream bot' : null;
    const mail = noticeSample(context, webhookChanged({ ...sample, change, tokenName }));
    return change === 'created' ? mail : { ...mail, id: `${mail.id}-${change}` };
  });
  const expiring = tokenExpiring({
    name: 'Stream bot',
    expiresAt: new Date('2027-02-27T19:05:00Z'),
    urls: [sample.url],
  });
  return [...off, ...changed, noticeSample(context, expiring)];
}
