import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { addComment, deleteComment } from '#contract/comments.ts';
import { blockUser } from '#contract/people.ts';
import { editPool, type Pool } from '#contract/pools/pools.ts';
import { type TranslatedKind, translateText } from '#contract/translations.ts';
import { postUpdate } from '#contract/updates.ts';
import { type CreatorMember, HttpSite, type Member, type Someone } from '#testing/journeys/http-site.ts';
import { startTranslationService, type TranslationService } from '#testing/servers/translation-service.ts';
import { deleteUnusedTranslations } from './translations.sql.ts';

// cspell:ignore Très bien Bientôt chante Bonjour Avant texte avant après tard Effacé Retiré Caché Nouvelles Rideaux Vieux récent chanson mer

let service: TranslationService;
let site: HttpSite;
let owner: Member;
let fan: Member;
let creator: CreatorMember;
let pool: Pool;

beforeAll(async () => {
  service = await startTranslationService('a key');
  site = await HttpSite.open({ TRANSLATE_URL: `${service.url}/`, TRANSLATE_API_KEY: 'a key', LOCALES: 'de,pt-BR' });
  [owner, fan, creator] = [await site.member('owner'), await site.member('fan'), await site.creator()];
  pool = await site.newPool(owner, creator, { title: 'Une chanson', description: 'Une chanson sur la mer.' });
});
afterEach(() => {
  service.answer = undefined;
  service.requests.length = 0;
});
afterAll(async () => {
  await site.close();
  await service.close();
});

const translate = ({ client }: Someone, kind: TranslatedKind, id: string, to = 'de') =>
  client.call(translateText, { body: { kind, id, to } });
const comment = (who: Member, content: string, of = pool.id) =>
  who.client.call(addComment, { params: { id: of }, body: { content } });
const askedTexts = () => service.requests.map(({ q }) => q).toSorted();
const rows = async () => (await site.sql<{ n: number }[]>`select count(*) as n from text_translations`)[0]?.n;

describe('a translation', () => {
  it('is of the title and the description of a pool, for visitors, too', async () => {
    expect(await translate(site.visitor(), 'pool', pool.id)).toEqual({
      title: 'de: Une chanson',
      text: 'de: Une chanson sur la mer.',
      from: 'fr',
    });
    expect(askedTexts()).toEqual(['Une chanson', 'Une chanson sur la mer.']);
    expect(service.requests[0]).toMatchObject({ source: 'auto', target: 'de', format: 'text' });
  });

  it('is of a comment, an update and the words of a creator', async () => {
    const { id } = await comment(fan, 'Très bien');
    expect(await translate(fan, 'comment', id)).toEqual({ title: null, text: 'de: Très bien', from: 'fr' });
    const news = await creator.client.call(postUpdate, {
      params: { id: pool.id },
      body: { content: 'Bientôt', audience: 'everyone', requestKey: randomUUID() },
    });
    expect(await translate(fan, 'update', news.id, 'pt-BR')).toMatchObject({ text: 'pb: Bientôt' });
    await site.sql`update creator_profiles set description = 'Je chante' where id = ${creator.profileId}`;
    expect(await translate(fan, 'creator', creator.username)).toMatchObject({ text: 'de: Je chante' });
  });

  it('comes from the service once for equal texts, and again after an edit or for another language', async () => {
    const texts = [await comment(fan, 'Bonjour'), await comment(owner, 'Bonjour')];
    for (const { id } of [...texts, ...texts]) await translate(fan, 'comment', id);
    expect(askedTexts()).toEqual(['Bonjour']);
    await translate(fan, 'comment', texts[0]?.id ?? '', 'en');
    expect(service.requests.map(({ target }) => target)).toEqual(['de', 'en']);
    const edited = await site.newPool(owner, creator, { title: 'Avant', description: 'Le texte avant' });
    await translate(fan, 'pool', edited.id);
    await owner.client.call(editPool, { params: { id: edited.id }, body: { description: 'Le texte après' } });
    expect(await translate(fan, 'pool', edited.id)).toMatchObject({ title: 'de: Avant', text: 'de: Le texte après' });
  });

  it('comes from the service once for concurrent calls', async () => {
    const { id } = await comment(fan, 'En même temps');
    const all = await Promise.all([fan, owner, site.visitor(), creator].map((who) => translate(who, 'comment', id)));
    expect(new Set(all.map(({ text }) => text))).toEqual(new Set(['de: En même temps']));
    expect(service.requests).toHaveLength(1);
  });

  it('fails with a clear error while the service fails, stores nothing, and comes afterwards', async () => {
    const { id } = await comment(fan, 'Plus tard');
    const before = await rows();
    for (const status of [500, 403, 429]) {
      service.answer = (response) => response.writeHead(status).end();
      await expect(translate(fan, 'comment', id)).rejects.toMatchObject({
        code: 'unavailable',
        message: 'The translation service doesn’t answer right now. Please try again later.',
      });
    }
    expect(await rows()).toBe(before);
    service.answer = undefined;
    expect(await translate(fan, 'comment', id)).toMatchObject({ text: 'de: Plus tard' });
  });
});

describe('a text that the person may not read', () => {
  const refused = async (who: Someone, kind: TranslatedKind, id: string, code = 'not_found') => {
    await expect(translate(who, kind, id)).rejects.toMatchObject({ code });
    expect(service.requests).toEqual([]);
  };

  it('is not translated if there is none', async () => {
    for (const kind of ['pool', 'update', 'comment'] as const) {
      await refused(fan, kind, randomUUID());
      await refused(fan, kind, 'no id');
    }
    await refused(fan, 'creator', 'no-one');
  });

  it('is not translated once deleted or removed, although the translation is stored', async () => {
    const { id } = await comment(fan, 'Effacé');
    await translate(fan, 'comment', id);
    await fan.client.call(deleteComment, { params: { id } });
    const removed = await site.newPool(owner, creator, { title: 'Retiré', description: 'Retiré du site' });
    const below = await comment(fan, 'Sous un pool retiré', removed.id);
    await translate(fan, 'pool', removed.id);
    await site.admin.client.call(actOnPool, {
      params: { id: removed.id },
      body: { action: 'remove', reason: 'Not allowed here' },
    });
    service.requests.length = 0;
    await refused(fan, 'comment', id);
    await refused(fan, 'pool', removed.id);
    await refused(fan, 'comment', below.id);
  });

  it('is not translated if a block hides it, or if it is for contributors', async () => {
    const [writer, reader] = [await site.member('writer'), await site.member('reader')];
    const { id } = await comment(writer, 'Caché');
    const own = await site.newPool(writer, creator);
    const [open, locked] = await Promise.all(
      (['everyone', 'contributors'] as const).map((audience) =>
        writer.client.call(postUpdate, {
          params: { id: own.id },
          body: { content: `Nouvelles: ${audience}`, audience, requestKey: randomUUID() },
        }),
      ),
    );
    await refused(reader, 'update', locked?.id ?? '', 'update_locked');
    await writer.client.call(blockUser, { params: { id: reader.id } });
    await refused(reader, 'comment', id);
    await refused(reader, 'update', open?.id ?? '');
  });

  it('is not translated before the age gate', async () => {
    const adult = await site.newPool(owner, creator, {
      title: 'Rideaux',
      description: 'De velours',
      categories: ['NSFW'],
    });
    await site.admin.client.call(actOnPool, { params: { id: adult.id }, body: { action: 'open' } });
    const grown = site.grown(owner);
    const { id } = await grown.client.call(addComment, { params: { id: adult.id }, body: { content: 'Du velours' } });
    await refused(owner, 'pool', adult.id, 'age_gate');
    await refused(site.visitor(), 'comment', id, 'age_gate');
    expect(await translate(grown, 'pool', adult.id)).toMatchObject({ text: 'de: De velours' });
    expect(await translate(grown, 'comment', id)).toMatchObject({ text: 'de: Du velours' });
    service.requests.length = 0;
    // Stored by now.
    await refused(owner, 'pool', adult.id, 'age_gate');
  });
});

it('refuses other languages, kinds and ids', async () => {
  for (const [field, body] of [
    ['to', { kind: 'pool', id: pool.id, to: 'fr' }],
    ['to', { kind: 'pool', id: pool.id, to: '' }],
    ['kind', { kind: 'message', id: pool.id, to: 'de' }],
    ['id', { kind: 'pool', id: 'x'.repeat(101), to: 'de' }],
  ] as const) {
    await expect(fan.client.call(translateText, { body: body as never })).rejects.toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  }
  expect(service.requests).toEqual([]);
});

it('is for suspended people, too, who may read', async () => {
  const suspended = await site.member('suspended');
  await site.sql`update users set suspended_at = now() where id = ${suspended.id}`;
  expect(await translate(suspended, 'pool', pool.id)).toMatchObject({ text: 'de: Une chanson sur la mer.' });
});

it('deletes what was not used for 30 days, and the oldest beyond a number', async () => {
  const [old, used, recent] = [
    await comment(fan, 'Vieux texte'),
    await comment(fan, 'Texte lu'),
    await comment(fan, 'Texte récent'),
  ];
  await site.sql`delete from text_translations`;
  for (const { id } of [old, used]) await translate(fan, 'comment', id);
  await site.sql`update text_translations set used_at = now() - interval '31 days'`;
  await translate(fan, 'comment', used.id);
  await translate(fan, 'comment', recent.id);
  await deleteUnusedTranslations(site.sql, 10);
  const texts = async () =>
    (await site.sql<{ translated: string }[]>`select translated from text_translations order by used_at`).map(
      ({ translated }) => translated,
    );
  expect(await texts()).toEqual(['de: Texte lu', 'de: Texte récent']);
  await deleteUnusedTranslations(site.sql, 1);
  expect(await texts()).toEqual(['de: Texte récent']);
});

describe('the limits', () => {
  it('refuse the 61st call of a person within ten minutes', async () => {
    const strict = await HttpSite.open({ TRANSLATE_URL: service.url, TRANSLATE_API_KEY: 'a key', RATE_LIMITS: '0.1' });
    try {
      // A tenth of it.
      const calls = Array.from({ length: 7 }, () => translate(strict.admin, 'pool', randomUUID(), 'en'));
      const codes = (await Promise.allSettled(calls)).map(
        (call) => (call as { reason?: { code: string } }).reason?.code,
      );
      expect(codes.filter((code) => code === 'not_found')).toHaveLength(6);
      expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1);
    } finally {
      await strict.close();
    }
  });
});

it('finds nothing on a site without a service', async () => {
  const without = await HttpSite.open();
  try {
    await expect(translate(without.admin, 'creator', 'anyone', 'en')).rejects.toMatchObject({ code: 'not_found' });
    expect(service.requests).toEqual([]);
  } finally {
    await without.close();
  }
});
