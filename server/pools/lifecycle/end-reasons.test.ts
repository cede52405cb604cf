import { expect, it } from 'vitest';
import { isLifecycleReason } from './end-reasons.ts';

it('recognizes its reasons in their current and earlier wordings, and no reason of a person', () => {
  expect(isLifecycleReason('The pool was canceled.')).toBe(true);
  expect(isLifecycleReason('The pool was cancelled.')).toBe(true);
  expect(isLifecycleReason('I found the song elsewhere.')).toBe(false);
});
