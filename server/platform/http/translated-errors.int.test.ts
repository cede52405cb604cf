import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register } from '#contract/accounts.ts';
import { type ErrorTexts, languageHeader } from '#contract/app-error.ts';
import { getCreator } from '#contract/creators/creators.ts';
import { updateProfile } from '#contract/settings.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { inProcessClient, systemContext } from './routes.ts';

/** The errors of the API, for requests that name a language. en-XA writes the English text with accents, in brackets. */
let app: TestApp;
let fan: Person;
beforeAll(async () => {
  app = await startTestApp({ env: { LOCALES: 'en-XA' } });
  fan = await insertPerson(app);
});
afterAll(() => app.close());

interface Body extends ErrorTexts {
  code: string;
  translated?: ErrorTexts;
}

/** Sends a request that is refused, and returns the text of the answer. */
async function refusedText(method: string, path: string, body: unknown, language?: string): Promise<string> {
  const headers: Record<string, string> = language === undefined ? {} : { [languageHeader]: language };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fan.client.raw(method, path, {
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  return response.text();
}

const refusals: [title: string, method: string, path: string, body?: unknown][] = [
  ['an error of the table', 'GET', '/api/nowhere'],
  ['a message of the place', 'GET', '/api/creators/unknown'],
  ['a form with faults', 'POST', register.path, { email: 'a', username: 'b c', password: 'short' }],
  ['a form with an unknown field', 'POST', register.path, { nickname: 'Sam' }],
  ['the state that another edit saved', updateProfile.method, updateProfile.path, { bio: 'Hi', version: 'old' }],
  ['a body that is not JSON', 'POST', '/api/login', '{'],
];

describe.each(refusals)('%s', (_title, method, path, body) => {
  it('is also translated if the request names a language', async () => {
    const english = JSON.parse(await refusedText(method, path, body)) as Body;
    const { translated, ...rest } = JSON.parse(await refusedText(method, path, body, 'en-XA')) as Body;
    expect(rest).toEqual(english);
    expect(english.message).toMatch(/^[A-Z]/);
    expect(translated?.message).toMatch(/^\[.*\]$/);
    expect(Object.keys(translated?.fields ?? {})).toEqual(Object.keys(english.fields ?? {}));
    for (const text of Object.values(translated?.fields ?? {})) expect(text).toMatch(/^\[.*\]$/);
  });

  it.each(['en', 'de', 'EN-XA', 'en-XA, en-XA', '', 'constructor', '../en-XA', 'x'.repeat(10_000)])(
    'is English for the language "%.20s", which the site does not offer',
    async (language) => {
      expect(await refusedText(method, path, body, language)).toBe(await refusedText(method, path, body));
    },
  );
});

it('names every fault of a form in the language', async () => {
  const input = { email: 'a', username: 'b c', password: 'short' };
  const { translated } = JSON.parse(await refusedText('POST', register.path, input, 'en-XA')) as Body;
  expect(Object.keys(translated?.fields ?? {})).toEqual(['email', 'username', 'password']);
  expect(translated?.message).toBe(translated?.fields?.email);
});

it('does not follow the languages of the browser', async () => {
  const response = await fan.client.raw('GET', '/api/nowhere', { headers: { 'accept-language': 'en-XA' } });
  expect(await response.json()).toEqual({ code: 'not_found', message: 'We couldn’t find this.' });
});

describe('a call in process', () => {
  const call = () =>
    inProcessClient(
      app.modules.flatMap(({ routes }) => routes),
      systemContext(null),
    );
  const read = () => call()(getCreator, { params: { username: 'unknown' } });

  it('fails in the language of the page', async () => {
    const language = app.context.languages.of('en-XA');
    await expect(inLanguage(language, read)).rejects.toMatchObject({
      code: 'not_found',
      status: 404,
      message: expect.stringMatching(/^\[.*\]$/),
    });
    await expect(read()).rejects.toMatchObject({ message: 'There is no creator of that name.' });
  });
});
