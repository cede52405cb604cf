import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  actOnPool,
  decideReport,
  decideVerification,
  listAdminPools,
  listReports,
} from '#contract/admin/moderation.ts';
import { applyAsCreator } from '#contract/creators/creators.ts';
import { cancelPool, editPool } from '#contract/pools/pools.ts';
import { makeReport } from '#contract/reports.ts';
import { makePool } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

/** Two admins act on one thing: the first one wins, and the second one learns who did what. */
let stage: PledgeStage;
let admins: [Person, Person];
beforeAll(async () => {
  stage = await PledgeStage.open();
  admins = [stage.people.admin, await insertPerson(stage.app, 'admin')];
  await stage.sql`update users set username = 'first_admin' where id = ${admins[0].id}`;
  await stage.sql`update users set username = 'second_admin' where id = ${admins[1].id}`;
});
afterAll(() => stage.close());

const names = ['first_admin', 'second_admin'];

/** Runs both at the same moment. Returns the error of the one that came second. */
async function lost(act: (admin: Person) => Promise<unknown>): Promise<unknown> {
  const results = await Promise.allSettled(admins.map(act));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused).toHaveLength(1);
  const winner = names[results.findIndex(({ status }) => status === 'fulfilled')];
  expect(refused[0]).toMatchObject({ status: 409, winner: { username: winner } });
  return refused[0];
}

const freeze = (admin: Person, id: string, version?: number) =>
  admin.client.call(actOnPool, { params: { id }, body: { action: 'freeze', reason: 'Under review', version } });

it('on a pool, with and without the version that they saw', async () => {
  const { id } = await stage.newPool();
  expect(await lost((admin) => freeze(admin, id))).toMatchObject({
    message: expect.stringMatching(/^@\w+ froze this pool just now\.$/),
    winner: { action: 'pool.freeze', at: expect.any(String) },
  });
  const { items } = await admins[0].client.call(listAdminPools, { query: { search: id } });
  const version = items[0]?.version;
  expect(version).toBeGreaterThan(0);
  const highlight = (admin: Person) =>
    admin.client.call(actOnPool, { params: { id }, body: { action: 'highlight', version } });
  expect(await lost(highlight)).toMatchObject({ code: 'conflict', winner: { action: 'pool.highlight' } });
  // Audit rows store the id as text.
  const unhighlight = { params: { id: id.toUpperCase() }, body: { action: 'unhighlight', version } } as const;
  await expect(admins[0].client.call(actOnPool, unhighlight)).rejects.toMatchObject({
    code: 'conflict',
    winner: { action: 'pool.highlight' },
  });
});

it('on an adult pool whose owner changes it between the review and the opening', async () => {
  const owner = await insertPerson(stage.app);
  const { id } = await makePool(owner, { categories: ['NSFW'] });
  const [admin] = admins;
  await freeze(admin, id);
  await admin.client.call(actOnPool, { params: { id }, body: { action: 'unfreeze' } });
  const reviewed = async () => (await admin.client.call(listAdminPools, { query: { search: id } })).items[0];
  const open = (item: { version: number; contentMark: string } | undefined) =>
    admin.client.call(actOnPool, {
      params: { id },
      body: { action: 'open', version: item?.version, contentMark: item?.contentMark },
    });
  const seen = await reviewed();
  await owner.client.call(editPool, { params: { id }, body: { title: 'Never reviewed' } });
  await expect(open(seen)).rejects.toMatchObject({
    status: 409,
    code: 'pool_state',
    message: expect.stringMatching(/^This pool’s content changed/),
  });
  expect(await open(await reviewed())).toMatchObject({ status: 'open', title: 'Never reviewed' });
});

it('on a pool that the other one canceled', async () => {
  const { id } = await stage.newPool();
  const [admin, other] = admins;
  await other.client.call(cancelPool, { params: { id }, body: { reason: 'It breaks the rules' } });
  await expect(freeze(admin, id)).rejects.toMatchObject({
    code: 'pool_state',
    message: '@second_admin canceled this pool just now.',
  });
});

it('names no admin whose action did not cause the refusal', async () => {
  const { id } = await stage.newPool();
  const [admin, other] = admins;
  const act = (action: 'unfreeze' | 'freeze') =>
    other.client
      .call(actOnPool, { params: { id }, body: { action, reason: 'Under review' } })
      .catch((refused: unknown) => refused);
  await admin.client.call(actOnPool, { params: { id }, body: { action: 'highlight' } });
  expect(await act('unfreeze')).toMatchObject({
    code: 'conflict',
    message: 'This pool is already in that state. Nothing was changed.',
  });
  await freeze(admin, id);
  await admin.client.call(actOnPool, { params: { id }, body: { action: 'unfreeze' } });
  await stage.people.owner.client.call(cancelPool, { params: { id }, body: { reason: 'I changed my mind' } });
  expect(await act('freeze')).toMatchObject({
    code: 'pool_state',
    message: 'The pool is not in a state that allows this.',
  });
});

async function application(fan: Person): Promise<string> {
  const made = await fan.client.call(applyAsCreator, {
    body: {
      fullName: 'Ada Bell',
      username: `ada_${randomUUID().slice(0, 8)}`,
      category: 'Music',
      bio: 'I write songs about rain and other weather.',
      socialLinks: [{ platform: 'youtube', url: 'https://example.org/ada' }],
      proofUrl: 'https://example.org/proof',
      agreement: true,
    },
  });
  expect(made).toMatchObject({ verificationStatus: 'pending' });
  const [row] = await stage.sql<{ id: string }[]>`select id from creator_applications where user_id = ${fan.id}`;
  return row?.id ?? '';
}

it('on a creator application', async () => {
  const params = { id: await application(await insertPerson(stage.app)) };
  const decide = (admin: Person) => admin.client.call(decideVerification, { params, body: { status: 'approved' } });
  expect(await lost(decide)).toMatchObject({
    code: 'application_settled',
    message: expect.stringMatching(/^@\w+ approved this application just now\.$/),
  });
});

it('on an applicant: one suspends the person, and the other approves the application', async () => {
  const fan = await insertPerson(stage.app);
  const params = { id: await application(fan) };
  const decide = (status: 'approved' | 'rejected') =>
    admins[1].client.call(decideVerification, { params, body: { status, reason: 'Spam' } });
  await fan.suspend();
  await expect(decide('approved')).rejects.toMatchObject({
    status: 409,
    code: 'conflict',
    message: expect.stringMatching(/^This person is suspended\./),
  });
  expect(await stage.sql`select 1 from creator_profiles where owner_id = ${fan.id}`).toEqual([]);
  expect(await decide('rejected')).toMatchObject({ status: 'rejected' });
});

it('on a report, and on another report of the same thing', async () => {
  const subject = await insertPerson(stage.app);
  const reporters = [await insertPerson(stage.app), await insertPerson(stage.app)];
  for (const { client } of reporters) {
    await client.call(makeReport, { body: { kind: 'profile', id: subject.id, reason: 'Rude' } });
  }
  const { items } = await admins[0].client.call(listReports, { query: { kind: 'profile' } });
  const [one, two] = items;
  const uphold = (admin: Person, id = '') =>
    admin.client.call(decideReport, { params: { id }, body: { status: 'upheld', reason: 'It is' } });
  expect(await lost((admin) => uphold(admin, one?.id))).toMatchObject({ winner: { action: 'report.upheld' } });
  await expect(uphold(admins[1], two?.id)).rejects.toMatchObject({ status: 409, winner: { action: 'report.upheld' } });
});
