import { expect, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { noticeMailSamples } from './mail-samples.ts';

const samples = noticeMailSamples({ config: readConfig({ NODE_ENV: 'test' }) });

test('has an unsubscribe link in every email except those about money and suspensions', () => {
  const without = samples.filter(({ text }) => !text.includes('/unsubscribe?token=')).map(({ group }) => group);
  expect([...new Set(without)]).toEqual(['Payments', 'Account']);
});

test('shows no placeholder and no missing value', () => {
  for (const { text } of samples) expect(text).not.toMatch(/undefined|null|NaN|\[object/);
});
