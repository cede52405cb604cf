// cspell:ignore HJKMNP

import { afterAll, beforeAll, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as factors from '#contract/second-factor.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { addApp } from '#testing/authenticator-app.ts';
import type { TestClient } from '#testing/client.ts';
import { readOutbox } from '#testing/outbox.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  other = await startTestApp({ beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const password = 'a good password';
let n = 0;
async function person() {
  n += 1;
  const email = `codes${n}@example.org`;
  const client = app.client();
  const user = await client.call(accounts.register, { body: { email, username: `codes_${n}`, password } });
  return { client, user, email, ...(await addApp(client)) };
}
async function confirm(email: string, code: string, node = app): Promise<TestClient> {
  const client = node.client();
  await client.call(accounts.login, { body: { email, password } }).catch(() => undefined);
  await client.call(factors.confirmWithCode, { body: { code } });
  return client;
}

it('come with the first factor: ten different codes, of which the database has only hashes', async () => {
  const { recoveryCodes, user } = await person();
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const rows = await app.context.db.sql<{ text: string }[]>`
    select encode(code_hash, 'escape') || c::text as text from recovery_codes c where user_id = ${user.id}`;
  expect(rows).toHaveLength(10);
  for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
});

it('confirm a sign-in once each, however they are typed, and an email reports it', async () => {
  const { email, recoveryCodes, user } = await person();
  const [first = '', second = ''] = recoveryCodes;
  const client = await confirm(email, ` ${first.toLowerCase().replaceAll('-', ' ')} `);
  expect((await client.call(accounts.getCurrentUser)).id).toBe(user.id);
  await expect(confirm(email, first)).rejects.toMatchObject({ code: 'wrong_code' });
  // As a reader may copy it from paper.
  await confirm(email, second.replaceAll('0', 'o').replaceAll('1', 'l'));
  expect((await client.call(factors.getSecondFactor)).recoveryCodesLeft).toBe(8);
  const mails = (await readOutbox(app, email)).filter(({ subject }) => subject === 'A recovery code was used');
  expect(mails.map(({ text }) => /You have (\d+) codes left/.exec(text ?? '')?.[1]).sort()).toEqual(['8', '9']);
});

it('are used once when requests on two nodes race', async () => {
  const { email, recoveryCodes } = await person();
  for (const code of recoveryCodes.slice(0, 3)) {
    const results = await Promise.allSettled([app, other, app, other].map((node) => confirm(email, code, node)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

it('belong to one person', async () => {
  const [one, two] = [await person(), await person()];
  await expect(confirm(one.email, two.recoveryCodes[0] ?? '')).rejects.toMatchObject({ code: 'wrong_code' });
});

it('are replaced as a set, also used ones, and only for a person with a second factor', async () => {
  const { client, email, recoveryCodes } = await person();
  await confirm(email, recoveryCodes[0] ?? '');
  const { recoveryCodes: fresh, secondFactor } = await client.call(factors.makeRecoveryCodes);
  expect([fresh?.length, secondFactor.recoveryCodesLeft]).toEqual([10, 10]);
  await expect(confirm(email, recoveryCodes[1] ?? '')).rejects.toMatchObject({ code: 'wrong_code' });
  await confirm(email, fresh?.[0] ?? '');
  await client.call(factors.removeAuthenticatorApp);
  await expect(client.call(factors.makeRecoveryCodes)).rejects.toMatchObject({ code: 'conflict' });
  expect((await readOutbox(app, email)).map(({ subject }) => subject)).toContain('You have new recovery codes');
});
