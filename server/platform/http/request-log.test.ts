import { expect, it } from 'vitest';
import { loggedPath } from './request-log.ts';

const token = 'kT3v-9_XqLw0aBcDeFgHiJkLmNoPqRsTuVwXyZ01234';

it.each([
  [`/calendar/${token}.ics`, '/calendar/[hidden].ics'],
  [`/de/calendar/${token}/?x=1`, '/de/calendar/[hidden]/'],
  [`/overlay/${token}x`, '/overlay/[hidden]'],
  [`/overlay/https-${token}/events`, '/overlay/[hidden]/events'],
  ['/api/verify?token=abc', '/api/verify'],
])('hides the secrets of %s', (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

it.each([
  '/tip-pool/maya/a-song-about-the-long-rain-of-last-november',
  '/tip-pool/maya/a-song-about-the-rain-in-last-november1',
  `/${'x'.repeat(43)}`,
  '/media/images/0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b.webp',
])('keeps %s', (path) => {
  expect(loggedPath(path)).toBe(path);
});
