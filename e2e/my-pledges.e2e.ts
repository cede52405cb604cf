import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { paths, paymentPath } from '#contract/paths.ts';
import { listMyPledges, pledgeToPool } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { fullDate } from '#contract/values/time.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { enterCard } from './people.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let creator: CreatorMember;
let fan: Member;
let owner: Member;
let due: Pool;

const titles = [
  'A live album from the lighthouse',
  'Ten short films about bread',
  'A documentary about the last ferry to the island, told by the people who still take it every day',
];

/** Backs 24 pools, and adds 176 pledges that ended before. */
async function backMany(): Promise<void> {
  const { site } = stage;
  for (let n = 0; n < 24; n += 1) {
    const changes = { title: `${titles[n % 3]}`, fundingGoal: 60_00 + n * 100 };
    const pool = await site.newPool(owner, n % 4 === 3 ? null : creator, changes);
    if (n === 0) await site.pledge(fan, pool, 12_00);
    else await site.pledgeWithSavedCard(fan, pool, 5_00 + n * 100);
  }
  await site.sql`
    insert into pledges select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'request_key', 'old' || n, 'met_goal_at', null,
      'created_at', g.created_at - n * interval '1 hour', 'status', case when n % 2 = 0 then 'withdrawn' else 'released' end))).*
    from (select *, row_number() over (order by created_at) as place from pledges where fan_id = ${fan.id}) numbered
    join pledges g on g.id = numbered.id cross join generate_series(1, 176) n where n % 24 + 1 = numbered.place`;
}

beforeAll(async () => {
  const { site } = stage;
  [creator, fan, owner] = [await site.creator(), await site.member('nora'), await site.member('owen')];
  await backMany();
  const declined = { who: fan, cents: 20_00, card: cards.insufficient };
  due = (await site.funded(owner, creator, [declined, { who: owner, cents: 40_00 }])).pool;
  await site.funded(owner, creator, [{ who: fan, cents: 30_00 }]);
});

describe('two hundred pledges', () => {
  it('show the pool, its creator and its meter, and say once when cards are charged', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, '/my-account');
    const active = page.getByRole('region', { name: 'Active' });
    const first = active.getByRole('listitem').first();
    await first.getByRole('meter').waitFor();
    expect(await first.textContent()).toMatch(/for .+days left/s);
    const picture = first.locator('.pledge-art img');
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    expect(await page.getByText('Your card is charged only if the goal is met and the creator accepts.').count()).toBe(
      1,
    );
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'pledges');
    await page
      .getByRole('navigation', { name: 'Pledges by state' })
      .getByRole('link', { name: /^Ended/ })
      .click();
    // The list of all pledges has the ended ones, too.
    await active.waitFor({ state: 'detached' });
    const ended = page.getByRole('region', { name: 'Ended' });
    await expect.poll(() => ended.getByRole('listitem').count()).toBe(20);
    expect(await ended.locator('.pledge-art img').count()).toBe(20);
    await ended.getByRole('button', { name: /^Show 20 more/ }).click();
    await expect.poll(() => ended.getByRole('listitem').count()).toBe(40);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'pledges-ended');
  });
});

describe('a payment that is due', () => {
  it('is asked for with its pool, its creator and what happens by when', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, '/home');
    const required = page.getByRole('region', { name: 'Payment Required' });
    await required.getByText(/^Pay by .*left\.$/).waitFor();
    await required.getByRole('meter').waitFor();
    await photographAll(page, 'payment-required');
    await required.getByRole('link', { name: 'Pay Now' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payment required' }).waitFor();
    const main = page.getByRole('main');
    await main.getByRole('meter').waitFor();
    await main.getByText(`for ${due.targetCreator?.displayName}`).first().waitFor();
    await main
      .getByText(/^Pay by /)
      .first()
      .waitFor();
    await waitForText(page, 'If you don’t pay');
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'payment');
  });

  it('ends on a page without the mark of success if the card is declined', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, '/home');
    await page.getByRole('region', { name: 'Payment Required' }).getByRole('link', { name: 'Pay Now' }).click();
    await page.getByRole('button', { name: 'Pay with another card' }).click();
    await enterCard(page, cards.insufficient);
    await page.waitForURL('**/payment/declined?pledge=*');
    await page.getByRole('heading', { level: 1, name: 'The payment did not go through' }).waitFor();
    expect(await page.locator('main .fan-mark').count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'declined');
  });
});

describe('a payment that is due for a frozen pool', () => {
  it('is paused, with no date and nothing to pay', async () => {
    const { client } = stage.site.admin;
    const params = { id: due.id };
    await client.call(actOnPool, { params, body: { action: 'freeze', reason: 'A closer look.' } });
    const page = await stage.window({ as: fan });
    await goTo(page, '/home');
    const required = page.getByRole('region', { name: 'Payment Required' });
    await required.getByText(/^The pool is frozen, .* Your time to pay is paused\.$/).waitFor();
    expect(await required.getByText(/^Pay by/).count()).toBe(0);
    expect(await required.getByRole('link', { name: 'Pay Now' }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'payment-paused');
    const [pledge] = await fan.client.call(listMyPledges, { query: { status: 'notified' } });
    await goTo(page, paymentPath(pledge?.id ?? ''));
    await page.getByRole('heading', { level: 1, name: 'Nothing is due now' }).waitFor();
    expect(await page.getByText('Your time to pay is paused.').count()).toBe(1);
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    await goTo(page, `${paths.paymentDeclined}?pledge=${pledge?.id}`);
    await page.getByRole('heading', { level: 1, name: 'Nothing is due now' }).waitFor();
    expect(await page.getByRole('link', { name: 'Try again' }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'declined-paused');
    await goTo(page, paths.myAccount);
    await page.getByText('Payment paused').first().waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Pay Now' }).count()).toBe(0);
    await client.call(actOnPool, { params, body: { action: 'unfreeze' } });
  });
});

describe('a payment that the server refuses', () => {
  /** The pool page and the payment page say why, without a way to pay. */
  async function expectNoPayment(reason: string): Promise<void> {
    const [pledge] = await fan.client.call(listMyPledges, { query: { status: 'notified' } });
    const page = await stage.window({ as: fan });
    for (const path of [due.canonicalPath, paymentPath(pledge?.id ?? '')]) {
      await goTo(page, path);
      await page.getByRole('main').getByText(reason).first().waitFor();
      expect(await page.getByRole('main').getByRole('link', { name: 'Pay Now' }).count()).toBe(0);
      expect(await page.getByRole('main').getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    }
    expect(await axe(page)).toEqual([]);
  }

  it('is not offered after its time, before a job drops the pledge', async () => {
    const { sql } = stage.site;
    const [pledge] = await sql<{ id: string; dueAt: Date }[]>`
      select id, due_at from pledges where fan_id = ${fan.id} and status = 'notified'`;
    await sql`update pledges set due_at = now() - interval '1 s' where id = ${pledge?.id ?? ''}`;
    await expectNoPayment('The time to pay is over');
    await sql`update pledges set due_at = ${pledge?.dueAt ?? null} where id = ${pledge?.id ?? ''}`;
  });

  it('is not offered to a suspended fan', async () => {
    const suspend = (at: Date | null) => stage.site.sql`update users set suspended_at = ${at} where id = ${fan.id}`;
    const open = await stage.site.newPool(owner, creator, { title: 'A pledge without a card' });
    const body = { amountCents: 5_00, requestKey: 'without-card' };
    const { pledge } = await fan.client.call(pledgeToPool, { params: { poolId: open.id }, body });
    await suspend(new Date());
    await expectNoPayment('Your account is suspended');
    const page = await stage.window({ as: fan });
    await goTo(page, open.canonicalPath);
    const mine = page.getByRole('region', { name: 'Your pledge' });
    await mine.getByText(/^Your account is suspended, so you can’t save a card\./).waitFor();
    expect(await mine.getByRole('button').count()).toBe(0);
    const result = `${paths.paymentDeclined}?pledge=${pledge.id}`;
    await goTo(page, result);
    await waitForText(page, 'You can’t save a card now.');
    expect(await page.getByRole('button', { name: 'Enter a card' }).count()).toBe(0);
    await suspend(null);
    await goTo(page, result);
    await page.getByRole('button', { name: 'Enter a card' }).waitFor();
    await goTo(page, open.canonicalPath);
    await mine.getByRole('button', { name: 'Withdraw pledge' }).click();
    await waitForText(page, 'Pledge withdrawn');
  });

  it('is no longer offered on an open page once an admin freezes the pool', async () => {
    const { client } = stage.site.admin;
    const page = await stage.window({ as: fan });
    await goTo(page, due.canonicalPath);
    const mine = page.getByRole('region', { name: 'Your pledge' });
    await mine.getByRole('link', { name: 'Pay Now' }).waitFor();
    const act = (action: 'freeze' | 'unfreeze') =>
      client.call(actOnPool, { params: { id: due.id }, body: { action, reason: 'A closer look.' } });
    await act('freeze');
    await mine.getByRole('heading', { name: 'Your card is not charged now' }).waitFor();
    await act('unfreeze');
    await mine.getByRole('link', { name: 'Pay Now' }).waitFor();
  });
});

describe('a pool that has ended', () => {
  it('keeps its picture, says when it ended, and offers the next steps', async () => {
    const { site } = stage;
    const pool = await site.newPool(owner, creator, { title: 'A song that no one sang' });
    await site.pledge(fan, pool, 5_00);
    await site.letTimePass(pool);
    const ended = await site.poolIs(pool.id, 'expired');
    const page = await stage.window({ as: fan });
    await goTo(page, pool.canonicalPath);
    const next = page.getByRole('region', { name: 'What you can do now' });
    await next.getByRole('heading', { name: `Ended on ${fullDate(ended.endedAt ?? '')}` }).waitFor();
    await page.locator('main img.art').first().waitFor();
    await next.getByRole('link', { name: 'Ask again' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'ended');
    await next.getByRole('link', { name: `More pools for ${pool.targetCreator?.displayName}` }).click();
    await page.waitForURL('**/creator/**');
  });
});
