import { expect, it } from 'vitest';
import { verbatim } from '#contract/language/text.ts';
import { readCalendarDocument } from '#testing/icalendar.ts';
import type { Entry } from './entries.ts';
import { writeCalendarFeed } from './write-calendar.ts';

const site = { brandName: 'Fans, friends; co\\', publicUrl: 'https://fans.example.org:8443' };
const changedAt = new Date('2026-11-30T08:09:10.987Z');
const titles = [
  'Songs, stories; "live" \\ back\nslash',
  'とても長い日本語の題名'.repeat(12),
  'أغنية عن المطر في نوفمبر '.repeat(8),
  '👩‍👩‍👧‍👦'.repeat(30),
  `${'x'.repeat(66)}é${'y'.repeat(200)}`,
  'BEGIN:VEVENT\r\nEND:VCALENDAR\r\nX-EVIL:1',
];
const entries: Entry[] = titles.map((title, index) => ({
  id: `closing-${index}`,
  end: new Date(`2026-12-0${index + 1}T12:00:00Z`),
  title: verbatim(title),
  text: verbatim(`About ${title}`),
  path: `/pool/${index}`,
}));
const write = (given: readonly Entry[]) =>
  writeCalendarFeed(site, { name: 'Deadlines on Fans, friends; co\\', refreshS: 3600, changedAt, entries: given });

it('escapes and folds every text', () => {
  const { properties, events } = readCalendarDocument(write(entries));
  expect(properties.get('X-WR-CALNAME')).toBe('Deadlines on Fans, friends; co\\');
  expect(properties.get('REFRESH-INTERVAL')).toBe('PT1H');
  expect(properties.get('X-PUBLISHED-TTL')).toBe('PT1H');
  expect(properties.has('METHOD')).toBe(false);
  expect(events.map((event) => event.get('SUMMARY'))).toEqual(titles.map((title) => title.replaceAll('\r\n', '\n')));
  const [first] = events;
  expect(Object.fromEntries(first ?? [])).toMatchObject({
    UID: 'closing-0@fans.example.org',
    DTSTAMP: '20261130T080910Z',
    'LAST-MODIFIED': '20261130T080910Z',
    DTSTART: '20261201T110000Z',
    DTEND: '20261201T120000Z',
    TRANSP: 'TRANSPARENT',
    URL: 'https://fans.example.org:8443/pool/0',
    DESCRIPTION: `About ${titles[0]}\nhttps://fans.example.org:8443/pool/0`,
  });
});

it('has a component without entries', () => {
  const { properties, events } = readCalendarDocument(write([]));
  expect(events).toEqual([]);
  expect(properties.get('NAME')).toBe('Deadlines on Fans, friends; co\\');
});
