import type { MailSample } from '#server/platform/mail/mail-sample.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { contactMail } from './contact-operator.ts';
import { operatorRoutes } from './routes.ts';

/** The operator of this installation, the contact form, and reports of errors in the browser. */
export function operatorModule(context: Platform): Module {
  return { routes: operatorRoutes(context), mailSamples: () => [contactSample(context)] };
}

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
