import { paths } from '#contract/paths.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { contactMail } from './contact-operator.ts';
import { readLegalTexts } from './legal-texts/read-legal-texts.ts';
import { operatorRoutes } from './routes.ts';
import { testMail } from './test-mail.ts';

/** The operator of this installation, their translations of the legal pages, the contact form, and reports of errors in the browser. */
export function operatorModule(context: Platform): Module {
  context.hooks.handle('audit.targets', async (_sql, targets) =>
    targets
      .filter(({ kind }) => kind === 'operator')
      .map(({ kind, id }) => ({ kind, id, label: 'Operator', path: paths.adminHealth, userId: null, poolId: null })),
  );
  const legalTexts = readLegalTexts(context.config);
  return {
    routes: operatorRoutes(context, legalTexts),
    async start() {
      if (legalTexts.faults.length > 0)
        throw new Error(`LEGAL_FOLDER cannot be used:\n  ${legalTexts.faults.join('\n  ')}`);
    },
    mailSamples: () => [contactSample(context), testSample(context)],
  };
}

const testSample = ({ config }: Platform): MailSample => ({
  id: 'setup-test',
  group: 'Operator',
  when: 'When an admin tests email in the setup checklist',
  always: true,
  ...testMail(config, 'sam_stone'),
});

const contactSample = ({ config }: Platform): MailSample => ({
  id: 'contact',
  group: 'Operator',
  when: 'When someone sends the contact form',
  always: true,
  ...contactMail(config, {
    name: 'Sam Stone',
    email: 'sam@example.org',
    subject: 'A question about refunds',
    message: 'Hello,\n\nwhen does a refund arrive?',
    account: 'sam_stone',
  }),
});
