import { afterAll, beforeAll, expect, it } from 'vitest';
import { verbatim } from '#contract/language/text.ts';
import { eraseAccount } from '#server/accounts/erase-account.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { lockWaits } from '#testing/lock-waits.ts';
import { notify } from './notify.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

type User = Parameters<typeof eraseAccount>[2];
const notice = {
  kind: 'accepted',
  title: verbatim('Accepted'),
  body: verbatim(''),
  href: '/home',
  action: verbatim('Open'),
} as const;

it('waits for a deletion of the account that is under way, and then stores no notice', async () => {
  const { context } = app;
  const { id } = await insertPerson(app);
  const [erased, commit] = [Promise.withResolvers<User>(), Promise.withResolvers<void>()];
  const deletion = context.db.tx(async (tx) => {
    const [user] = await tx<User[]>`select * from users where id = ${id} for update`;
    if (!user) throw new Error('there is no user');
    await eraseAccount(context, tx, user);
    erased.resolve(user);
    await commit.promise;
  });
  const recipient = await erased.promise;
  const notified = context.db.tx((tx) => notify(context, tx, recipient, () => notice, 'cause'));
  await lockWaits(context.db.sql, 1, 'notifications');
  commit.resolve();
  await deletion;
  expect(await notified).toBeUndefined();
  expect(await context.db.sql`select 1 from notifications where user_id = ${id}`).toHaveLength(0);
});
