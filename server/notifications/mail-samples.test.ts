import { expect, test } from 'vitest';
import { noticeKindsOf } from '#contract/notifications.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { noticeMailSamples } from './mail-samples.ts';

/** Their mails come only in digests. */
const neverMailedAlone = [
  'in_production_owner',
  'pool_commented',
  'comment_answered',
  'comment_removed',
  'chat_message_removed',
];

const samples = noticeMailSamples({ config: readConfig({ NODE_ENV: 'test' }) });

test('has a sample of every kind of notice that has a separate mail', () => {
  const kinds = Object.values(noticeKindsOf).flat();
  const sampled = samples.map(({ id }) => id).filter((id) => !id.startsWith('digest-'));
  expect(sampled.toSorted()).toEqual(kinds.filter((kind) => !neverMailedAlone.includes(kind)).toSorted());
});

test('has an unsubscribe link in every mail except those about money', () => {
  const without = samples.filter(({ text }) => !text.includes('/unsubscribe?token=')).map(({ group }) => group);
  expect([...new Set(without)]).toEqual(['Payments']);
});

test('shows no placeholder and no missing value', () => {
  for (const { text } of samples) expect(text).not.toMatch(/undefined|null|NaN|\[object/);
});
