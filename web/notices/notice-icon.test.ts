import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { NoticeKind } from '#contract/notifications.ts';
import { NoticeIcon } from './notice-icon.tsx';

test('shows a plain bell for a kind that only a newer server knows', () => {
  const shown = (kind: string) => renderToStaticMarkup(createElement(NoticeIcon, { kind: kind as NoticeKind }));
  expect(shown('of_the_future')).toBe(shown('lapsed'));
  expect(shown('receipt')).not.toBe(shown('lapsed'));
});
