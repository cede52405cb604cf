import ical, { type ICalCalendar, ICalEventTransparency } from 'ical-generator';
import type { Entry } from './entries.ts';

const hourMs = 3_600_000;

/** The entry of a deadline is the hour before it. */
export const lastHour = (end: Date) => ({ start: new Date(end.getTime() - hourMs), end });

export interface CalendarSite {
  brandName: string;
  publicUrl: string;
}

/** An iCalendar document (RFC 5545) of this site, without entries. */
export const newCalendar = ({ brandName }: Pick<CalendarSite, 'brandName'>): ICalCalendar =>
  ical({ prodId: { company: brandName, product: 'pools' } });

/** RFC 5545 requires a component in every calendar, also in one without entries. */
const anyComponent = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
  '',
].join('\r\n');

/** The text of the document. ical-generator leaves out the end of the last line. */
export function textOfCalendar(calendar: ICalCalendar): string {
  const text = `${calendar.toString()}\r\n`;
  return calendar.length() > 0 ? text : text.replace('END:VCALENDAR', () => `${anyComponent}END:VCALENDAR`);
}

/** ical-generator escapes the texts of entries, but not the name. */
const escapeName = (name: string) => name.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');

interface Feed {
  name: string;
  /** How often programs should read it again. */
  refreshS: number;
  /** Since when the entries are as they are. */
  changedAt: Date;
  entries: readonly Entry[];
}

/** Writes a calendar that programs subscribe to. They drop an entry that is no longer in it. */
export function writeCalendarFeed(site: CalendarSite, { name, refreshS, changedAt, entries }: Feed): string {
  const calendar = newCalendar(site).name(escapeName(name)).ttl(refreshS);
  const { hostname } = new URL(site.publicUrl);
  for (const { id, end, title, text, path } of entries) {
    const url = site.publicUrl + path;
    calendar.createEvent({
      ...lastHour(end),
      id: `${id}@${hostname}`,
      stamp: changedAt,
      lastModified: changedAt,
      summary: title,
      description: `${text}\n${url}`,
      url,
      // A deadline leaves the person free for other things.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return textOfCalendar(calendar);
}
