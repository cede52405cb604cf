import { type Message, msg } from '#contract/language/text.ts';

/**
 * Every audited action, with words that complete "Mira Stone …". A module adds its actions here before it writes them. The order is
 * the order of filters.
 */
export const auditActions = {
  'user.role': msg({ message: 'changed this person’s role', context: 'an action in the audit trail, after a name' }),
  'user.verified': msg({ message: 'verified this person', context: 'an action in the audit trail, after a name' }),
  'user.unverified': msg({
    message: 'withdrew this person’s verification',
    context: 'an action in the audit trail, after a name',
  }),
  'user.suspended': msg({ message: 'suspended this person', context: 'an action in the audit trail, after a name' }),
  'user.suspension_changed': msg({
    message: 'changed this person’s suspension',
    context: 'an action in the audit trail, after a name',
  }),
  'user.suspension_lifted': msg({
    message: 'lifted this person’s suspension',
    context: 'an action in the audit trail, after a name',
  }),
  'user.suspension_ended': msg({
    message: 'ended this person’s suspension on its date',
    context: 'an action in the audit trail, after a name',
  }),
  'user.payouts_held': msg({
    message: 'held this person’s payouts',
    context: 'an action in the audit trail, after a name',
  }),
  'user.payouts_released': msg({
    message: 'released this person’s payouts',
    context: 'an action in the audit trail, after a name',
  }),
  'user.session_ended': msg({
    message: 'ended one of this person’s sessions',
    context: 'an action in the audit trail, after a name',
  }),
  'user.sessions_ended': msg({
    message: 'ended all of this person’s sessions',
    context: 'an action in the audit trail, after a name',
  }),
  'user.password_reset': msg({
    message: 'emailed this person a password reset link',
    context: 'an action in the audit trail, after a name',
  }),
  'user.factors_removed': msg({
    message: 'removed this person’s second step on the server',
    context: 'an action in the audit trail, after a name',
  }),
  'user.deleted': msg({
    message: 'deleted this person’s account',
    context: 'an action in the audit trail, after a name',
  }),
  'pool.open': msg({ message: 'opened this pool', context: 'an action in the audit trail, after a name' }),
  'pool.highlight': msg({ message: 'highlighted this pool', context: 'an action in the audit trail, after a name' }),
  'pool.unhighlight': msg({
    message: 'removed this pool’s highlight',
    context: 'an action in the audit trail, after a name',
  }),
  'pool.freeze': msg({ message: 'froze this pool', context: 'an action in the audit trail, after a name' }),
  'pool.unfreeze': msg({ message: 'unfroze this pool', context: 'an action in the audit trail, after a name' }),
  'pool.remove': msg({ message: 'removed this pool', context: 'an action in the audit trail, after a name' }),
  'pool.cancel': msg({ message: 'canceled this pool', context: 'an action in the audit trail, after a name' }),
  'verification.approved': msg({
    message: 'approved this application',
    context: 'an action in the audit trail, after a name',
  }),
  'verification.rejected': msg({
    message: 'rejected this application',
    context: 'an action in the audit trail, after a name',
  }),
  'pool_claim.approved': msg({ message: 'approved this claim', context: 'an action in the audit trail, after a name' }),
  'pool_claim.rejected': msg({ message: 'rejected this claim', context: 'an action in the audit trail, after a name' }),
  'creator_claim.approved': msg({
    message: 'approved this claim',
    context: 'an action in the audit trail, after a name',
  }),
  'creator_claim.rejected': msg({
    message: 'rejected this claim',
    context: 'an action in the audit trail, after a name',
  }),
  'creator_claim.code_found': msg({
    message: 'found the code of this claim',
    context: 'an action in the audit trail, after a name',
  }),
  'content_claim.approved': msg({
    message: 'approved this delivery',
    context: 'an action in the audit trail, after a name',
  }),
  'content_claim.rejected': msg({
    message: 'sent this delivery back',
    context: 'an action in the audit trail, after a name',
  }),
  'objection.upheld': msg({ message: 'upheld this objection', context: 'an action in the audit trail, after a name' }),
  'objection.dismissed': msg({
    message: 'dismissed this objection',
    context: 'an action in the audit trail, after a name',
  }),
  'report.upheld': msg({ message: 'upheld this report', context: 'an action in the audit trail, after a name' }),
  'report.dismissed': msg({ message: 'dismissed this report', context: 'an action in the audit trail, after a name' }),
  'update.removed': msg({ message: 'removed this update', context: 'an action in the audit trail, after a name' }),
  'comment.removed': msg({ message: 'removed this comment', context: 'an action in the audit trail, after a name' }),
  'message.removed': msg({ message: 'removed this message', context: 'an action in the audit trail, after a name' }),
  'creator.removed': msg({
    message: 'removed this creator profile',
    context: 'an action in the audit trail, after a name',
  }),
  'creator.renamed': msg({
    message: 'renamed this creator page',
    context: 'an action in the audit trail, after a name',
  }),
  'takedown.acted': msg({
    message: 'acted on this copyright notice',
    context: 'an action in the audit trail, after a name',
  }),
  'takedown.rejected': msg({
    message: 'rejected this copyright notice',
    context: 'an action in the audit trail, after a name',
  }),
  'takedown.disabled': msg({
    message: 'disabled this after a copyright notice',
    context: 'an action in the audit trail, after a name',
  }),
  'takedown.countered': msg({
    message: 'sent a counter-notice about this',
    context: 'an action in the audit trail, after a name',
  }),
  'takedown.restored': msg({
    message: 'restored this after a copyright notice',
    context: 'an action in the audit trail, after a name',
  }),
  'takedown.kept_down': msg({
    message: 'kept this disabled after a copyright notice',
    context: 'an action in the audit trail, after a name',
  }),
  'user.flagged': msg({
    message: 'flagged this person as a repeat infringer',
    context: 'an action in the audit trail, after a name',
  }),
  'performer_records.exported': msg({
    message: 'exported performer records',
    context: 'an action in the audit trail, after a name',
  }),
  'room.slow_mode': msg({
    message: 'changed this room’s slow mode',
    context: 'an action in the audit trail, after a name',
  }),
  'room.muted': msg({ message: 'muted a person in this room', context: 'an action in the audit trail, after a name' }),
  'room.unmuted': msg({
    message: 'unmuted a person in this room',
    context: 'an action in the audit trail, after a name',
  }),
  'chat.word_filter': msg({
    message: 'changed the chat’s word filter',
    context: 'an action in the audit trail, after a name',
  }),
  'money.reconciled': msg({
    message: 'reconciled the ledger with the card processor',
    context: 'an action in the audit trail, after a name',
  }),
  'money.checked': msg({ message: 'checked the books', context: 'an action in the audit trail, after a name' }),
  'dispute.evidence_submitted': msg({
    message: 'submitted evidence for this dispute',
    context: 'an action in the audit trail, after a name',
  }),
  'payment.refunded': msg({ message: 'refunded this payment', context: 'an action in the audit trail, after a name' }),
  'refund.retried': msg({
    message: 'sent the refund of this payment again',
    context: 'an action in the audit trail, after a name',
  }),
  'refund.settled_outside': msg({
    message: 'recorded that the refund of this payment was paid outside the card processor',
    context: 'an action in the audit trail, after a name',
  }),
  'approval.requested': msg({
    message: 'asked for a second admin',
    context: 'an action in the audit trail, after a name',
  }),
  'approval.approved': msg({
    message: 'approved this as the second admin',
    context: 'an action in the audit trail, after a name',
  }),
  'approval.refused': msg({
    message: 'refused this as the second admin',
    context: 'an action in the audit trail, after a name',
  }),
  'approval.withdrawn': msg({
    message: 'withdrew the request for a second admin',
    context: 'an action in the audit trail, after a name',
  }),
  'approval.lapsed': msg({
    message: 'let the request for a second admin lapse',
    context: 'an action in the audit trail, after a name',
  }),
  'jobs.retried': msg({
    message: 'ran these failed jobs again',
    context: 'an action in the audit trail, after a name',
  }),
  'operator.changed': msg({
    message: 'changed the operator’s details',
    context: 'an action in the audit trail, after a name',
  }),
  'webhook.created': msg({
    message: 'added a webhook of the site',
    context: 'an action in the audit trail, after a name',
  }),
  'webhook.changed': msg({
    message: 'changed a webhook of the site',
    context: 'an action in the audit trail, after a name',
  }),
  'webhook.secret_changed': msg({
    message: 'changed the secret of a webhook of the site',
    context: 'an action in the audit trail, after a name',
  }),
  'webhook.deleted': msg({
    message: 'deleted a webhook of the site',
    context: 'an action in the audit trail, after a name',
  }),
  'setup.hidden': msg({ message: 'hid the setup checklist', context: 'an action in the audit trail, after a name' }),
  'setup.shown': msg({
    message: 'showed the setup checklist again',
    context: 'an action in the audit trail, after a name',
  }),
  'access.refused': msg({
    message: 'tried to use an admin call',
    context: 'an action in the audit trail, after a name',
  }),
} as const satisfies Record<string, Message>;
export type AuditAction = keyof typeof auditActions;
