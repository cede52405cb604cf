import { afterEach, expect, it } from 'vitest';
import { inEnglish } from '#contract/language/text.ts';
import { formerEndReasons, reasonText } from '#contract/pools/end-reasons.ts';
import { speak, speakEnglish } from '#testing/language.ts';
import { endReasons, isLifecycleReason, serverReasons } from './end-reasons.ts';

afterEach(speakEnglish);

it('recognizes its reasons in their current and earlier wordings, and no reason of a person', () => {
  expect(isLifecycleReason('The pool was canceled.')).toBe(true);
  expect(isLifecycleReason('The pool was cancelled.')).toBe(true);
  expect(isLifecycleReason('I found the song elsewhere.')).toBe(false);
});

it.each([...Object.values(endReasons), ...Object.values(serverReasons), ...formerEndReasons.map(inEnglish)])(
  'can be read in other languages: %s',
  (reason) => {
    expect(reasonText(reason)).toBe(reason);
    speak((message) => `[${inEnglish(message)}]`);
    expect(reasonText(reason)).toBe(`[${reason}]`);
  },
);

it('does not translate the reason of a person', () => {
  speak(() => 'translated');
  expect(reasonText('I found the song elsewhere.')).toBe('I found the song elsewhere.');
});
