import assert from 'node:assert/strict';
import ical from 'ical.js';

export interface CalendarDocument {
  properties: Map<string, string>;
  events: Map<string, string>[];
}

/** The names of properties whose values are TEXT, in which `\n`, `\,`, `\;` and `\\` are escapes. */
const texts = /^(?:SUMMARY|DESCRIPTION|NAME|X-WR-CALNAME)$/;

function unescapeText(value: string): string {
  assert.doesNotMatch(value, /(?<!\\)(?:\\\\)*[,;]/, 'commas and semicolons of a text are escaped');
  assert.match(value, /^(?:[^\\]|\\[nN,;\\])*$/s, 'a text has no other escapes');
  return value.replace(/\\([nN,;\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** Checks the lines of a document by RFC 5545, section 3.1, and joins the folded ones. */
function contentLines(text: string): string[] {
  assert.ok(text.endsWith('\r\n'), 'the last line ends with CRLF');
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a content line has no controls but tabs
    assert.doesNotMatch(line, /[\u0000-\u0008\u000A-\u001F\u007F]/, `no control characters: ${line}`);
    assert.ok(line.isWellFormed(), `no character is split: ${line}`);
    assert.ok(Buffer.byteLength(line) <= 75, `a line has at most 75 octets: ${line}`);
  }
  return lines
    .join('\r\n')
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n');
}

interface Component {
  name: string;
  properties: Map<string, string>;
  parts: Component[];
}

function parse(text: string): Component {
  const root: Component = { name: '', properties: new Map(), parts: [] };
  const open = [root];
  for (const line of contentLines(text)) {
    const [, name = '', value = ''] = /^([A-Z0-9-]+)(?:;[^:]*)?:(.*)$/s.exec(line) ?? [];
    const current = open.at(-1) ?? root;
    if (name === 'BEGIN') {
      const component = { name: value, properties: new Map<string, string>(), parts: [] };
      current.parts.push(component);
      open.push(component);
    } else if (name === 'END') {
      assert.equal(open.pop()?.name, value, 'components are nested');
    } else {
      assert.ok(name && current !== root, `a property of a component: ${line}`);
      assert.ok(!current.properties.has(name), `a property occurs once: ${line}`);
      current.properties.set(name, texts.test(name) ? unescapeText(value) : value);
    }
  }
  assert.deepEqual(open, [root], 'every component ends');
  return root;
}

function checkEvent(event: Map<string, string>): void {
  for (const name of ['DTSTAMP', 'DTSTART', 'DTEND']) assert.match(event.get(name) ?? '', /^\d{8}T\d{6}Z$/, name);
  assert.ok((event.get('DTSTART') ?? '') < (event.get('DTEND') ?? ''), 'an event ends after its start');
}

/** The events as a calendar program reads them. */
const readByProgram = (text: string) =>
  new ical.Component(ical.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => ['uid', 'summary', 'description', 'url'].map((name) => event.getFirstPropertyValue(name)));

/** Reads an iCalendar document (RFC 5545) strictly, and checks what the RFC requires of it and of its events. */
export function readCalendarDocument(text: string): CalendarDocument {
  const [calendar, ...others] = parse(text).parts;
  assert.deepEqual([calendar?.name, others], ['VCALENDAR', []]);
  const { properties = new Map<string, string>(), parts = [] } = calendar ?? {};
  assert.ok(parts.length > 0, 'a calendar has a component');
  assert.equal(properties.get('VERSION'), '2.0');
  assert.ok(properties.get('PRODID'));
  const events = parts.filter(({ name }) => name === 'VEVENT').map((event) => event.properties);
  const ids = events.map((event) => event.get('UID'));
  assert.equal(new Set(ids).size, ids.length, 'every UID occurs once');
  for (const event of events) checkEvent(event);
  assert.deepEqual(
    readByProgram(text),
    events.map((event) => ['UID', 'SUMMARY', 'DESCRIPTION', 'URL'].map((name) => event.get(name))),
  );
  return { properties, events };
}
