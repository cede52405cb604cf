import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EventOf, listEvents } from '#contract/events.ts';
import { poolShareImage } from '#contract/sharing.ts';
import { readOutbox } from '#testing/outbox.ts';
import { OverlayStage } from '#testing/overlays/overlay-stage.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';

let stage: PledgeStage;
let overlays: OverlayStage;
beforeAll(async () => {
  stage = await PledgeStage.open();
  overlays = new OverlayStage(stage);
});
afterAll(async () => {
  await overlays.clear();
  await stage.close();
});

const textOf = async (path: string) => (await fetch(stage.app.url + path)).text();
const etagOf = async (path: string) => (await fetch(stage.app.url + path)).headers.get('etag');

it.each([
  ['is declined', 'The pool was declined', (id: string) => stage.apply(id, { type: 'decline' })],
  ['misses its goal', 'The pool didn’t reach its goal', (id: string) => stage.clock(id, 'deadline')],
])(
  'a pool that %s keeps its figures in overlays, frames, events, share pictures and emails',
  async (_end, subject, end) => {
    const pool = await stage.newPool(60_00);
    const fan = await stage.fan();
    await stage.pledge(fan, pool.id, 30_00);
    await stage.pledge(await stage.fan(), pool.id, 20_00);
    const { url } = await overlays.create(stage.people.creator, pool);
    const reader = await overlays.watch(url);
    const before = await stage.pool(pool.id);
    const picture = await etagOf(`/share/pool/${pool.id}.jpg`);
    const { goal } = reader.view;
    expect(goal).toMatchObject({ pledged: '$50', percent: '83%', fans: '2 fans' });

    await end(pool.id);
    await stage.settle();
    await expect.poll(() => reader.view.timeLeft).toBe(null);
    expect(reader.view.goal).toEqual(goal);
    expect((await overlays.watch(url)).view.goal).toEqual(goal);
    expect(await textOf(`/embed/pool/${pool.id}`)).toContain('$50');
    const { events } = await stage.people.creator.client.call(listEvents, { query: { type: 'pool.ended' } });
    expect((events as EventOf<'pool.ended'>[]).find(({ data }) => data.pool.id === pool.id)?.data.pool).toMatchObject({
      pledgedCents: 50_00,
      fanCount: 2,
    });
    expect(poolShareImage(await stage.pool(pool.id))).toBe(poolShareImage(before));
    expect(await etagOf(`/share/pool/${pool.id}.jpg`)).toBe(picture);
    const [user] = await stage.sql<{ email: string }[]>`select email from users where id = ${fan.id}`;
    const mails = await readOutbox(stage.app, user?.email);
    const mail = mails.find((each) => each.subject?.startsWith(subject));
    expect(mail?.text).toContain('$50 of $60 · 83% · 2 fans');
  },
);

it('a pool that is refunded keeps the sum that fans paid', async () => {
  const { poolId, fans } = await stage.collected([{ cents: 30_00 }, { cents: 20_00 }]);
  await stage.clock(poolId, 'delivery_due_at');
  expect((await stage.pool(poolId)).status).toBe('refunded');
  const { view } = await overlays.watch((await overlays.create(stage.people.creator, { id: poolId })).url);
  expect(view.goal).toMatchObject({ pledged: '$50', percent: '100%', fans: '2 fans' });
  const [user] = await stage.sql<{ email: string }[]>`select email from users where id = ${fans[0]?.id ?? ''}`;
  const mails = await readOutbox(stage.app, user?.email);
  const mail = mails.find((each) => each.subject?.startsWith('The pool ended and everyone is refunded'));
  expect(mail?.text).toContain('$50 of $50 · 100% · 2 fans');
});
