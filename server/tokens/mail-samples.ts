import { t } from '#contract/language/text.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import { tokenCreatedEmail } from './token-emails.ts';

export const tokenMailSamples = (config: Config): MailSample[] => [
  {
    id: 'api-token-created',
    group: t`Account`,
    when: t`When a person creates an API token`,
    ...tokenCreatedEmail(config, 'maya_reyes', {
      name: 'Stream bot',
      scopes: ['pools:read', 'events:read'],
      expiresAt: new Date('2027-02-27T19:05:00Z'),
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    }),
  },
];
