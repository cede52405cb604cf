import { calls } from '../stripe/faults.ts';
import { charge, deliver, refund, saveCard, sendMail } from './operations.ts';
import type { KillPoint } from './stage.ts';

function around(what: string, border: KillPoint['border'], prepare: KillPoint['prepare']): KillPoint[] {
  return [
    { name: `before ${what}`, prepare, border, side: 'request' },
    { name: `after ${what}`, prepare, border, side: 'reply' },
  ];
}

export const killPoints: KillPoint[] = [
  // Moving the pledges enqueues their charges in the same transaction.
  ...around('the COMMIT of an acceptance and its jobs', { commitAfter: 'update pledges p set' }, charge),
  ...around('the COMMIT of a new payment', { commitAfter: 'insert into payments' }, charge),
  ...around('Stripe creates a charge', { stripeCall: calls.createCharge }, charge),
  ...around("the COMMIT of the charge's id", { commitAfter: "update payments set status = 'processing'" }, charge),
  ...around('Stripe confirms a charge', { stripeCall: calls.confirmCharge }, charge),
  ...around('the COMMIT that books a charge and grants access', { commitAfter: 'insert into content_access' }, charge),
  ...around('the COMMIT of a webhook and its job', { commitAfter: 'insert into webhook_inbox' }, saveCard),
  ...around('Stripe makes a refund', { stripeCall: calls.refund }, refund),
  ...around('the COMMIT that books a refund', { commitAfter: "update refunds set status = 'succeeded'" }, refund),
  ...around('the COMMIT of an approved delivery', { commitAfter: 'update content_claims' }, deliver),
  ...around('the COMMIT of a payout and its transfers', { commitAfter: 'insert into payout_parts' }, deliver),
  ...around('Stripe makes a transfer', { stripeCall: calls.transfer }, deliver),
  ...around('the COMMIT that books a transfer', { commitAfter: "update payout_parts set status = 'paid'" }, deliver),
  ...around('the mail server accepts an email', { mail: true }, sendMail),
];
