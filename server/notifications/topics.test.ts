import { expect, test } from 'vitest';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { NoticeKind } from '#contract/notifications.ts';
import { topicOf } from './topics.ts';

test.each<[NoticeKind, NotificationTopic]>([
  ['payment_due', 'payments'],
  ['receipt', 'payments'],
  ['refunded', 'payments'],
  ['payout_paid', 'payments'],
  ['dispute_opened', 'payments'],
  ['dispute_creator', 'creator'],
  ['dispute_made', 'admin'],
  ['update_posted', 'updates'],
  ['update_commented', 'comments'],
  ['pool_commented', 'comments'],
  ['comment_answered', 'comments'],
  ['goal_met', 'creator'],
  ['cancelled_creator', 'creator'],
  ['application_approved', 'creator'],
  ['pool_claim_rejected', 'creator'],
  ['request_opened', 'requests'],
  ['goal_progress', 'milestones'],
  ['new_backers', 'backers'],
  ['creator_open', 'following'],
  ['goal_met_unassigned', 'admin'],
  ['objection_made', 'admin'],
  ['delivered', 'pools'],
  ['saved_closing', 'pools'],
  ['goal_met_owner', 'pools'],
  ['objection_upheld', 'pools'],
])('%s is about %s', (kind, topic) => {
  expect(topicOf(kind)).toBe(topic);
});
