import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLanguage } from '#contract/language/create-language.ts';
import type { Locale } from '#contract/language/languages.ts';
import type { Language } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, makeCreator, makePool } from '#testing/builders.ts';
import { insertPerson } from '#testing/insert-person.ts';

// cspell:ignore Das gibt nicht Diesen Namen Zum Neue Letzte Stunde zugesagt

function languageIn(locale: Locale, texts: Record<string, string>): Language {
  const entries = Object.entries(texts).map(([icu, text]) => [generateMessageId(icu), compileMessage(text)]);
  return { ...createLanguage(locale, Object.fromEntries(entries)), prefix: `/${locale}` };
}

const languages: Record<string, Language> = {
  de: languageIn('de', {
    'We couldn’t find this.': 'Das gibt es nicht.',
    'There is no creator of that name.': 'Diesen Namen gibt es nicht.',
    'See the pool': 'Zum Pool',
    'Adult pool': 'Pool ab 18',
    'New tip pools | {brand}': 'Neue Pools | {brand}',
    'Last hour to pledge: {title}': 'Letzte Stunde: {title}',
    '{username} · {pools, plural, one {# tip pool} other {# tip pools}}':
      '{username} · {pools, plural, one {# Pool} other {# Pools}}',
  }),
  ar: languageIn('ar', {}),
};

const notOffered = ['xx', 'de-DE', 'DE', '../de', '//evil.example', 'd'.repeat(10_000), 'de&lang=de', ''];

let app: TestApp;
let creator: Creator;
let pool: Pool;
beforeAll(async () => {
  app = await startTestApp();
  const find = (tag: unknown) => (typeof tag === 'string' ? languages[tag] : undefined);
  app.context.languages = { offered: ['en', 'de', 'ar'], of: find, ofAddress: find };
  creator = await makeCreator(app);
  pool = await makePool(await insertPerson(app), { creatorProfileId: creator.profileId });
});
afterAll(() => app.close());

async function read(path: string): Promise<Buffer> {
  const response = await fetch(app.url + path);
  expect(response.status, path.slice(0, 80)).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
const textOf = async (path: string) => (await read(path)).toString();

it('draws share pictures with the words and the direction of the language', async () => {
  const path = `/share/creator/${creator.username}.jpg`;
  const [english, german, arabic] = [await read(path), await read(`${path}?lang=de`), await read(`${path}?lang=ar`)];
  expect(german.equals(english)).toBe(false);
  // The fan art is on the right, or on the left in Arabic; the rest of the top is dark.
  const isDark = async (bytes: Buffer, left: number) => {
    const part = await sharp(bytes).extract({ left, top: 5, width: 300, height: 30 }).toBuffer();
    return (await sharp(part).stats()).channels.every(({ mean }) => mean < 40);
  };
  expect([await isDark(english, 50), await isDark(english, 850)]).toEqual([true, false]);
  expect([await isDark(arabic, 50), await isDark(arabic, 850)]).toEqual([false, true]);

  const files = () => readdir(join(app.context.config.dataDir, 'cache', 'shared'), { recursive: true });
  const before = await files();
  expect(before.length).toBeGreaterThan(2);
  for (const lang of notOffered) expect((await read(`${path}?lang=${lang}`)).equals(english)).toBe(true);
  expect(await files()).toEqual(before);
});

it('writes feeds, embeds, oEmbed answers and calendars in the language, with links to its pages', async () => {
  const page = `${app.url}/de${pool.canonicalPath}`;
  const rss = await textOf('/feed.xml?lang=de');
  expect(rss).toContain('<title>Neue Pools | ');
  expect(rss).toContain('<language>de</language>');
  expect(rss).toContain(`href="${app.url}/feed.xml?lang=de" rel="self"`);
  expect(rss).toContain(`<link>${page}</link>`);
  expect(await textOf('/feed.atom?lang=ar')).toContain('xml:lang="ar"');

  const embed = await textOf(`/embed/pool/${pool.id}?lang=de`);
  expect(embed).toContain('<html lang="de">');
  expect(embed).toContain('Zum Pool');
  expect(embed).toContain(`href="${page}"`);
  expect(await textOf(`/embed/pool/${pool.id}?lang=ar`)).toContain('<html lang="ar" dir="rtl">');

  const oembed = JSON.parse(await textOf(`/api/oembed?url=${encodeURIComponent(page)}`)) as Record<string, string>;
  expect(oembed.html).toContain(`/embed/pool/${pool.id}?lang=de`);
  expect(oembed.thumbnail_url).toContain('&lang=de');
  expect(oembed.author_url).toBe(`${app.url}/de/creator/${creator.username}`);
  const unknown = encodeURIComponent(`${app.url}/xx${pool.canonicalPath}`);
  expect((await fetch(`${app.url}/api/oembed?url=${unknown}`)).status).toBe(404);

  const calendar = (await textOf(`/calendar/pool/${pool.id}.ics?lang=de`)).replaceAll('\r\n ', '');
  expect(calendar).toContain('SUMMARY:Letzte Stunde: ');
  expect(calendar).toContain(page);
});

it.each(['feed.xml', 'feed.atom', 'calendar', 'embed'])(
  'writes %s in English if the site does not offer the language',
  async (name) => {
    const path = { calendar: `/calendar/pool/${pool.id}.ics`, embed: `/embed/pool/${pool.id}` }[name] ?? `/${name}`;
    const read = async (query = '') => (await textOf(path + query)).replace(/DTSTAMP:.*|nonce="[^"]*"/g, '');
    const english = await read();
    for (const lang of notOffered) expect(await read(`?lang=${lang}`)).toBe(english);
  },
);

it.each(['share/pool/none.jpg', 'share/creator/none.jpg', 'creator/none/feed.xml', 'calendar/pool/none.ics'])(
  'refuses %s in English, as the API does',
  async (path) => {
    const bodyOf = async (query: string) => {
      const response = await fetch(`${app.url}/${path}${query}`);
      expect(response.status).toBe(404);
      return response.json();
    };
    expect(await bodyOf('?lang=de')).toEqual(await bodyOf(''));
  },
);

it('names an adult pool in the language of the page that oEmbed describes', async () => {
  const adult = await makePool(await insertPerson(app), { title: 'Unspeakable', creatorProfileId: creator.profileId });
  await app.context.db.sql`update pools set adult = true where id = ${adult.id}`;
  const describe = (prefix: string) =>
    textOf(`/api/oembed?url=${encodeURIComponent(`${app.url}${prefix}/pool/${adult.id}`)}`).then(JSON.parse);
  expect(await describe('')).toMatchObject({
    title: 'Adult pool',
    html: expect.stringContaining('title="Adult pool"'),
  });
  expect(await describe('/de')).toMatchObject({
    title: 'Pool ab 18',
    html: expect.stringContaining('title="Pool ab 18"'),
  });
});
