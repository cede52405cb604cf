import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { decideReport, listReports } from '#contract/admin/moderation.ts';
import { objectToDelivery } from '#contract/delivery.ts';
import { inEnglish } from '#contract/language/text.ts';
import { withdrawPledge } from '#contract/pledges/pledges.ts';
import { poolStatusWords } from '#contract/pools/pool-status.ts';
import { declinePool, giveUpPool, type Pool, proceedWithPool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

/** The texts for fans when a pool ends early: the reason and the state of their money. */
const stage = setStage({ keepWindows: true });

let creator: CreatorMember;
let anna: Member;
let ben: Member;

beforeAll(async () => {
  const { site } = stage;
  [creator, anna, ben] = await Promise.all([site.creator(), site.member('anna'), site.member('ben')]);
});

const windows = new Map<Member, Page>();

async function windowOf(who: Member): Promise<Page> {
  const known = windows.get(who);
  if (known) return known;
  const page = await stage.window({ as: who });
  windows.set(who, page);
  return page;
}

const noCard = 'No card was charged, and every pledge was released.';
const paidBack = 'Everyone who paid is refunded in full, to the card they paid with. Banks take a few days to show it.';

interface PoolWords {
  status: Pool['status'];
  next: string | RegExp;
  money: string;
  /** The text under the meter about the fan's own pledge. */
  ownPledge: string | RegExp;
}

/** Checks the pool page's texts for this person. */
async function poolSays(who: Member, pool: Pool, words: PoolWords): Promise<void> {
  const page = await windowOf(who);
  await goTo(page, pool.canonicalPath);
  const main = page.getByRole('main');
  await main.getByText(inEnglish(poolStatusWords[words.status]), { exact: true }).first().waitFor();
  const currentState = page.getByRole('region', { name: 'Progress of this pool' });
  await currentState.getByText(words.next).first().waitFor();
  expect(await currentState.textContent()).toContain(words.money);
  await waitForText(page, words.ownPledge);
}

/** Checks the pledge in My account: its status chip and the sentence under it. */
async function accountSays(who: Member, pool: Pool, chip: string, sentence: string | RegExp): Promise<void> {
  const page = await windowOf(who);
  await goTo(page, '/my-account');
  const link = page.locator(`a[href="${pool.canonicalPath}"]`);
  const pledge = page.getByRole('listitem').filter({ has: link });
  await pledge.getByText(chip, { exact: true }).waitFor();
  await pledge.getByText(sentence).waitFor();
}

const newPool = (title: string) => stage.site.newPool(anna, creator, { title, fundingGoal: 50_00 });

/** A pool with a goal of $50: $30 from Anna, $20 from Ben. */
async function metPool(title: string, bensCard: string = cards.pays): Promise<Pool> {
  const pool = await newPool(title);
  await stage.site.pledge(anna, pool, 30_00);
  await stage.site.pledge(ben, pool, 20_00, bensCard);
  return pool;
}

/** A pool in production that both fans have paid. */
async function paidPool(title: string): Promise<Pool> {
  const pool = await metPool(title);
  await stage.site.accept(creator, pool, { floorCents: 40_00 });
  await stage.site.poolIs(pool.id, 'in_production');
  return pool;
}

async function settled(pool: Pool, status: Pool['status']): Promise<void> {
  await stage.site.poolIs(pool.id, status);
  await stage.site.app.settle();
}

describe('no card is charged', () => {
  it('when the owner cancels, after an edit that came too late', async () => {
    stage.allow(/409 \(Conflict\)/);
    const pool = await stage.site.newPool(anna, creator, {
      title: 'A canceled song',
      description: 'La la. \n'.repeat(200),
    });
    const page = await windowOf(anna);
    await goTo(page, pool.canonicalPath);
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More for this pool' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Edit pool');
    const { id } = await stage.site.pledge(ben, pool, 20_00);
    const editing = page.getByRole('dialog', { name: 'Edit pool' });
    await editing.getByRole('button', { name: 'Save' }).click();
    const alert = editing.getByRole('alert');
    await alert.waitFor();
    await expect
      .poll(() =>
        alert.evaluate((node) => {
          const foot = node.closest('dialog')?.querySelector('.dialog-foot');
          return node.getBoundingClientRect().bottom <= (foot?.getBoundingClientRect().top ?? 0);
        }),
      )
      .toBe(true);
    await page.keyboard.press('Escape');

    // Ben withdraws in another tab.
    const bens = await windowOf(ben);
    await goTo(bens, pool.canonicalPath);
    await ben.client.call(withdrawPledge, { params: { id } });
    await bens.getByRole('button', { name: 'Change amount' }).click();
    await bens.getByRole('dialog').getByText('$25', { exact: true }).click();
    await bens.getByRole('button', { name: 'Change to $25' }).click();
    await waitForText(bens, 'This pledge can no longer be changed.');
    await bens.keyboard.press('Escape');
    await waitForText(bens, 'You withdrew your $20 pledge. Nothing was charged.');

    await goTo(page, pool.canonicalPath);
    await choose('Cancel pool');
    const cancelling = page.getByRole('dialog', { name: 'Cancel this pool?' });
    await cancelling.getByLabel('Reason').fill('I found the song elsewhere.');
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/pools/${pool.id}/cancel`)) calls.push(request.method());
    });
    await cancelling.getByRole('button', { name: 'Cancel pool' }).dblclick();
    await waitForText(page, 'Pool canceled');
    await page.locator('h1:focus').waitFor();
    expect(calls).toEqual(['POST']);
    await settled(pool, 'cancelled');
  });

  it('when the goal is not met in time', async () => {
    const pool = await newPool('An expired song');
    await stage.site.pledge(ben, pool, 20_00);
    await stage.site.letTimePass(pool);
    await settled(pool, 'expired');
    await poolSays(ben, pool, {
      status: 'expired',
      next: 'The goal was not met by',
      money: noCard,
      ownPledge: 'Your $20 pledge was released. Nothing was charged.',
    });
    await accountSays(ben, pool, 'Released', 'The pool did not go ahead. Nothing was charged.');
  });

  it('when the creator declines', async () => {
    const pool = await metPool('A declined song');
    const reason = 'I never sing about the weather.';
    await creator.client.call(declinePool, { params: { id: pool.id }, body: { reason } });
    await settled(pool, 'declined');
    await poolSays(anna, pool, {
      status: 'declined',
      next: /declined\./,
      money: noCard,
      ownPledge: 'Your $30 pledge was released. Nothing was charged.',
    });
    await waitForText(await windowOf(anna), reason);
    await accountSays(anna, pool, 'Released', 'The pool did not go ahead. Nothing was charged.');
  });

  it('when the creator does not answer', async () => {
    const pool = await metPool('A lapsed song');
    await stage.site.letTimePass(pool);
    await settled(pool, 'lapsed');
    await poolSays(ben, pool, {
      status: 'lapsed',
      next: /did not answer in time\./,
      money: noCard,
      ownPledge: 'Your $20 pledge was released. Nothing was charged.',
    });
    await accountSays(ben, pool, 'Released', 'The pool did not go ahead. Nothing was charged.');
  });

  it('when a fan withdraws and the pool falls below its goal', async () => {
    const pool = await newPool('A withdrawn song');
    await stage.site.pledge(anna, pool, 30_00);
    const { id } = await stage.site.pledge(ben, pool, 20_00);
    await stage.site.poolIs(pool.id, 'goal_met');
    const page = await windowOf(ben);
    await goTo(page, pool.canonicalPath);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    const dialog = page.getByRole('dialog', { name: 'Withdraw your $20 pledge?' });
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await waitForText(page, 'Your $20 pledge is withdrawn');
    await page.locator('aside:focus').waitFor();
    await stage.site.pledgeIs(ben, id, 'withdrawn');
    await poolSays(ben, pool, {
      status: 'open',
      next: /to reach \$50\./,
      money: 'Your card is charged only if the goal is met',
      ownPledge: 'You withdrew your $20 pledge. Nothing was charged.',
    });
    await page.getByRole('link', { name: 'Updates' }).click();
    await waitForText(page, 'The pool fell back below its goal');
    expect(await page.getByRole('meter').first().getAttribute('aria-valuetext')).toMatch(/^\$30 pledged of \$50, 60%/);
    await accountSays(ben, pool, 'Withdrawn', 'You withdrew it. Nothing was charged.');
  });
});

it('charges cards below the goal once the creator of an accepted pool stops waiting for it', async () => {
  const pool = await newPool('An early song');
  const { id } = await stage.site.pledge(anna, pool, 30_00);
  await stage.site.accept(creator, pool, { floorCents: 40_00 });
  const page = await stage.window({ as: creator, width: 390, phone: true });
  await goTo(page, '/dashboard');
  const card = page.getByRole('article', { name: pool.title });
  await card.getByText('Once pledges reach your floor, you can start without waiting for it.').waitFor();
  expect(await card.getByRole('button', { name: /^Start with/ }).count()).toBe(0);

  await stage.site.pledge(ben, pool, 15_00);
  await poolSays(ben, pool, {
    status: 'accepted',
    next: /As soon as \$50 is pledged or they go ahead with less/,
    money: 'If neither happens, no card is charged.',
    ownPledge: 'You pledged $15',
  });
  // The open dashboard follows the pledge.
  await card.getByRole('button', { name: 'Start with $45' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start with $45?' });
  await dialog.getByText('2 cards are charged now, $45 in total.').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Charge cards' }).dblclick();
  await waitForText(page, 'Cards are being charged now.');
  await stage.site.pledgeIs(anna, id, 'paid');
  await settled(pool, 'in_production');
  await poolSays(ben, pool, {
    status: 'in_production',
    next: /is working on it and delivers by/,
    money: '$45 is held for this pool.',
    ownPledge: 'You paid $15',
  });
});

describe('a shortfall', () => {
  async function shortPool(title: string): Promise<Pool> {
    const pool = await metPool(title, cards.insufficient);
    await stage.site.accept(creator, pool, { floorCents: 40_00 });
    await stage.site.poolIs(pool.id, 'collecting');
    await stage.site.app.settle();
    await stage.site.letTimePass(pool);
    await settled(pool, 'shortfall');
    return pool;
  }

  it('continues when the creator proceeds', async () => {
    const pool = await shortPool('A short song');
    await poolSays(anna, pool, {
      status: 'shortfall',
      next: /\$30 was paid\. .* decides by/,
      money: 'The $30 is held for this pool. If they don’t go ahead, everyone is refunded in full.',
      ownPledge: 'You paid $30',
    });
    await accountSays(ben, pool, 'Dropped', 'It was not paid in time. Nothing was charged.');
    await creator.client.call(proceedWithPool, { params: { id: pool.id } });
    await settled(pool, 'in_production');
    await poolSays(anna, pool, {
      status: 'in_production',
      next: /is working on it and delivers by/,
      money: '$30 is held for this pool.',
      ownPledge: 'You paid $30',
    });
    await poolSays(ben, pool, {
      status: 'in_production',
      next: /is working on it/,
      money: '$30 is held for this pool.',
      ownPledge: 'Your $20 pledge was not paid in time and was dropped. Nothing was charged.',
    });
  });

  it('refunds everyone when the creator does not proceed', async () => {
    const pool = await shortPool('A song too short');
    await stage.site.letTimePass(pool);
    await settled(pool, 'refunded');
    await poolSays(anna, pool, {
      status: 'refunded',
      next: /refunded/i,
      money: paidBack,
      ownPledge: /You were refunded \$30/,
    });
    await accountSays(anna, pool, 'Refunded', /^Refunded to your card/);
  });
});

describe('everyone is refunded', () => {
  it('when nothing is delivered in time', async () => {
    const pool = await paidPool('A forgotten song');
    await poolSays(ben, pool, {
      status: 'in_production',
      next: /delivers by/,
      money: '$50 is held for this pool. If nothing is delivered in time, everyone is refunded automatically.',
      ownPledge: 'You paid $20',
    });
    await stage.site.letTimePass(pool);
    await settled(pool, 'refunded');
    await poolSays(ben, pool, {
      status: 'refunded',
      next: 'Nothing was delivered in time. Everyone who paid is refunded.',
      money: paidBack,
      ownPledge: /You were refunded \$20/,
    });
    await accountSays(ben, pool, 'Refunded', /^Refunded to your card/);
  });

  it('when the creator gives up', async () => {
    const pool = await paidPool('An abandoned song');
    await creator.client.call(giveUpPool, { params: { id: pool.id } });
    await settled(pool, 'refunded');
    await poolSays(anna, pool, {
      status: 'refunded',
      next: 'The creator gave up. Everyone who paid is refunded.',
      money: paidBack,
      ownPledge: /You were refunded \$30/,
    });
  });

  it('and loses access when an objection is upheld', async () => {
    const pool = await paidPool('A wrong song');
    await stage.site.deliver(creator, pool, { text: 'Something quite different' });
    await stage.site.review(pool);
    await stage.site.poolIs(pool.id, 'delivered');
    const page = await windowOf(ben);
    await goTo(page, pool.canonicalPath);
    await waitForText(page, 'Something quite different');
    await page.getByRole('button', { name: 'Object', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Object to this delivery?' });
    await dialog.getByLabel('What is wrong?').fill('This is not about the rain.');
    await dialog.getByRole('button', { name: 'Object', exact: true }).dblclick();
    await waitForText(page, 'Objection sent');
    await waitForText(page, 'You objected. An admin is reviewing it.');
    await page.locator('#delivered-title:focus').waitFor();
    await page.reload();
    await waitForText(page, 'You objected. An admin is reviewing it.');
    // The last part of the delivery that the page loads. Once the fan is refunded, the server refuses it.
    await page.getByRole('button', { name: 'Send thank-you' }).waitFor();
    await expect(
      ben.client.call(objectToDelivery, { params: { id: pool.id }, body: { reason: 'Once more.' } }),
    ).rejects.toMatchObject({ code: 'claim_exists' });

    const { client } = stage.site.admin;
    const { items } = await client.call(listReports, { query: { status: 'open' } });
    const id = items.find(({ poolId }) => poolId === pool.id)?.id ?? '';
    await client.call(decideReport, {
      params: { id },
      body: { status: 'upheld', outcome: 'refund', reason: 'It is not.' },
    });
    await settled(pool, 'refunded');
    await poolSays(ben, pool, {
      status: 'refunded',
      next: 'An objection to the delivery was upheld. The reason given: “It is not.”',
      money: paidBack,
      ownPledge: /You were refunded \$20/,
    });
    expect(await page.getByText('Something quite different').count()).toBe(0);
    await accountSays(ben, pool, 'Refunded', /^Refunded to your card/);
  });
});
