// cspell:ignore محمد الفنان
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { addComment } from '#contract/comments.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool, declinePool, type Pool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { readOutbox } from '#testing/outbox.ts';
import { chatConnection } from './chat-frames.ts';
import { setStage } from './stage.ts';
import { isInOrder } from './text-layout.ts';

/** Links in notices, emails, My account and the dashboard keep working, whatever happened since. */
const stage = setStage();
let owner: Member;
let anna: Member;
let reader: Member;
let creator: CreatorMember;

beforeAll(async () => {
  const { site } = stage;
  [owner, anna, reader] = [await site.member('owner'), await site.member('anna'), await site.member('reader')];
  creator = await site.creator();
});

const remove = async (pool: Pool) => {
  const body = { action: 'remove', reason: 'It broke a rule.' } as const;
  await stage.site.admin.client.call(actOnPool, { params: { id: pool.id }, body });
  await stage.site.app.settle();
};

/** Requests every internal link in the main content of a page; returns the links that do not answer 200. */
async function deadLinksOf(page: Page, path: string): Promise<string[]> {
  await goTo(page, path);
  const hrefs = await page
    .locator('main a[href^="/"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
  expect(hrefs.length).toBeGreaterThan(0);
  const dead: string[] = [];
  for (const href of hrefs) {
    const response = await page.request.get(href);
    if (response.status() !== 200) dead.push(`${response.status()} ${href}`);
  }
  return dead;
}

async function mailedLinks(who: Member): Promise<string[]> {
  const mails = await readOutbox(stage.site.app, who.email);
  const links = mails.flatMap(({ text = '' }) => text.match(/https?:\/\/[^\s"<]+/g) ?? []);
  return [...new Set(links)].filter((link) => !link.includes('/verify-email'));
}

describe('a pool that was removed', () => {
  let held: Pool;
  beforeAll(async () => {
    const { site } = stage;
    held = await site.newPool(owner, creator, { title: 'A removed song', fundingGoal: 30_00 });
    await site.pledge(anna, held, 30_00);
    await reader.client.call(addComment, { params: { id: held.id }, body: { content: 'I would love that' } });
    const comments = await anna.client.raw('GET', `/api/pools/${held.id}/comments`);
    const [first] = ((await comments.json()) as { comments: { id: string }[] }).comments;
    await anna.client.call(addComment, {
      params: { id: held.id },
      body: { content: 'So would I', parentId: first?.id ?? '' },
    });
    await site.accept(creator, held);
    await site.poolIs(held.id, 'in_production');
    await site.app.settle();
    await remove(held);
  });

  it('shows its fan what happened to pool and money, and is not found for others', async () => {
    const page = await stage.window({ as: anna });
    await goTo(page, '/my-account');
    await page
      .getByRole('link', { name: /^View pool/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'This pool was removed' }).waitFor();
    await waitForText(page, /An admin removed “A removed song” on .*The reason given: “It broke a rule\.”/s);
    await waitForText(page, /\$30 was refunded to your card on /);
    expect((await page.request.get(held.canonicalPath)).status()).toBe(200);
    expect(await page.content()).not.toContain(held.description);
    const visitor = await stage.window();
    expect((await visitor.request.get(held.canonicalPath)).status()).toBe(404);
  });

  it('leaves no dead link for its fan, owner, creator and authors of comments', async () => {
    const places: [Member, string[]][] = [
      [anna, ['/my-account', '/notifications', '/settings']],
      [owner, ['/my-account', '/notifications']],
      [creator, ['/dashboard', '/notifications']],
      [reader, ['/notifications']],
    ];
    for (const [who, paths] of places) {
      const page = await stage.window({ as: who });
      for (const path of paths) expect([path, await deadLinksOf(page, path)]).toEqual([path, []]);
      for (const link of await mailedLinks(who))
        expect([link, (await page.request.get(link)).status()]).toEqual([link, 200]);
    }
  });
});

describe('a request that the creator is asked to answer', () => {
  const requested = async (title: string) => {
    const pool = await stage.site.newPool(owner, creator, { title, fundingGoal: 30_00 });
    await stage.site.pledge(anna, pool, 30_00);
    await stage.site.app.settle();
    return pool;
  };
  const mailedRequest = async (pool: Pool) => {
    const link = (await mailedLinks(creator)).find((known) => known.includes(`request=${pool.id}`));
    return new URL(link ?? 'http://not-mailed.example').pathname + new URL(link ?? 'http://not-mailed.example').search;
  };

  it('opens from the pool page, the notice and the email, and keeps its URL for the sign-in', async () => {
    // The longest title, without a space: it must wrap.
    const pool = await requested('S'.padEnd(100, 'o'));
    const page = await stage.window({ as: creator });
    const opens = async () => {
      const dialog = page.getByRole('dialog', { name: pool.title });
      await dialog.waitFor();
      expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true);
      expect(await dialog.evaluate((node) => node.scrollWidth - node.clientWidth)).toBe(0);
      await page.getByRole('button', { name: 'Not now' }).click();
    };
    await goTo(page, pool.canonicalPath);
    await page.getByRole('link', { name: 'Answer this request' }).click();
    await opens();
    await goTo(page, '/notifications');
    await page.getByRole('link', { name: 'A pool for you met its goal' }).first().click();
    await opens();
    const path = await mailedRequest(pool);
    await goTo(page, path);
    await opens();
    const visitor = await stage.window();
    await visitor.goto(path);
    expect(new URL(visitor.url()).searchParams.get('redirect')).toBe(path);
  });

  it('shows the answer if it has since been answered, and links to its current place', async () => {
    const accepted = await requested('An accepted song');
    const declined = await requested('A declined wish');
    const [toAccepted, toDeclined] = [await mailedRequest(accepted), await mailedRequest(declined)];
    const terms = { deliveryDays: 7, floorCents: 10_00 };
    await creator.client.call(acceptPool, { params: { id: accepted.id }, body: terms });
    await creator.client.call(declinePool, { params: { id: declined.id }, body: { reason: 'I am on tour.' } });
    await stage.site.poolIs(accepted.id, 'in_production');
    await owner.client.call(updateProfile, { body: { displayName: 'محمد الفنان' } });
    const page = await stage.window({ as: creator });
    await goTo(page, toAccepted);
    await waitForText(page, 'You already accepted this request.');
    const card = page.getByRole('article', { name: accepted.title });
    await expect.poll(() => card.evaluate((node) => node === document.activeElement)).toBe(true);
    // "Requested by", the name, "·", the number of fans: a name in a right-to-left script keeps this order.
    expect(await card.getByText(/^Requested by/).evaluate(isInOrder)).toBe(true);
    await goTo(page, toDeclined);
    await waitForText(page, 'This pool has ended: Declined.');
    await page.getByRole('link', { name: 'See what happened' }).click();
    await waitForText(page, /You declined\. The reason you gave: “I am on tour\.”/);
    await goTo(page, `/dashboard?request=${randomUUID()}`);
    await waitForText(page, 'This request is not on your dashboard.');
  });
});

describe('a card that was declined', () => {
  it('is shown where the fan enters the next card, which completes the pledge', async () => {
    const pool = await stage.site.newPool(owner, creator, { title: 'A tried song' });
    const fan = await stage.site.member('fan');
    const { setup } = await fan.client.call(pledgeToPool, {
      params: { poolId: pool.id },
      body: { amountCents: 10_00, requestKey: randomUUID() },
    });
    const page = await stage.window({ as: fan });
    const enter = async (card: string) => {
      await page.getByLabel('Card number').fill(card);
      await page.getByLabel('Expiry').fill('12/40');
      await page.getByLabel('Security code').fill('123');
      await page.getByRole('button', { name: 'Save card' }).click();
    };
    await page.goto(setup?.url ?? '');
    expect(await page.getByRole('alert').count()).toBe(0);
    await enter(cards.declined);
    await waitForText(page, /Your card was declined\. Nothing was charged/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/\/sandbox\/checkout\//);
    expect(await page.getByRole('alert').textContent()).toBe(
      'Your card was declined. Nothing was charged. Try again, or use another card.',
    );
    await enter(cards.pays);
    await waitForText(page, /Your pledge is in/);
  });

  it('is shown on the payment page and on the page for another card', async () => {
    const pool = await stage.site.newPool(owner, creator, { title: 'A due song', fundingGoal: 10_00 });
    const fan = await stage.site.member('fan');
    const { id } = await stage.site.pledge(fan, pool, 10_00, cards.insufficient);
    await stage.site.accept(creator, pool);
    await stage.site.pledgeIs(fan, id, 'notified');
    const page = await stage.window({ as: fan });
    await goTo(page, `/payment/declined?pledge=${id}`);
    await waitForText(page, 'Your card has insufficient funds.');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.waitForURL(new RegExp(`/payment/${id}$`));
    await waitForText(page, /Your card has insufficient funds\./);
    await page.getByRole('button', { name: 'Pay with another card' }).click();
    await page.waitForURL(/\/sandbox\/checkout\//);
    await page.getByLabel('Card number').fill(cards.declined);
    await page.getByLabel('Expiry').fill('12/40');
    await page.getByLabel('Security code').fill('123');
    await page.getByRole('button', { name: 'Pay $10.00' }).click();
    await waitForText(page, 'Your card was declined.');
    await page.getByRole('link', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Pay with another card' }).click();
    await page.waitForURL(/\/sandbox\/checkout\//);
    expect(await page.getByRole('alert').textContent()).toContain('Your card was declined. Nothing was charged.');
  });
});

describe('a page that fails on the server', () => {
  it.each(['light', 'dark'] as const)('shows a reference for the log and works again afterward (%s)', async (theme) => {
    const { site } = stage;
    const pool = await site.newPool(owner, creator, { title: 'A song that comes back' });
    const page = await stage.window({ theme });
    stage.allow(/500 \(Internal Server Error\)/);
    await site.sql`alter table pool_images rename to pool_images_elsewhere`;
    try {
      const response = await page.goto(pool.canonicalPath);
      expect(response?.status()).toBe(500);
      await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
      const reference = response?.headers()['x-request-id']?.slice(0, 8) ?? '';
      expect(reference).toMatch(/^[0-9a-f]{8}$/);
      await waitForText(page, `If it keeps happening, tell us this reference: ${reference}`);
      expect(await page.getByRole('main').textContent()).not.toMatch(/relation|exist|select/i);
      await waitForHydration(page);
      expect(await axe(page)).toEqual([]);
    } finally {
      await site.sql`alter table pool_images_elsewhere rename to pool_images`;
    }
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: pool.title }).waitFor();
  });
});

describe('a page that fails in the browser', () => {
  /** Opens the list of creators with an answer that the page cannot show. */
  async function breakPage(page: Page): Promise<void> {
    stage.allow(/a page component threw|TypeError|Cannot read/);
    await goTo(page, '/browse-tip-pools');
    await page.route('**/api/creators?*', (route) => route.fulfill({ json: { creators: [null] } }), { times: 1 });
    await page.getByRole('link', { name: 'Creators', exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
  }

  it('shows the reference of the entry in the server’s log', async () => {
    const page = await stage.window();
    const answered = page.waitForResponse('**/api/page-errors');
    await breakPage(page);
    const response = await answered;
    expect(response.request().postDataJSON()).toMatchObject({
      path: '/creators',
      message: expect.stringContaining('TypeError'),
    });
    const reference = response.headers()['x-request-id']?.slice(0, 8) ?? '';
    await waitForText(page, `If it keeps happening, tell us this reference: ${reference}`);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Creators' }).waitFor();
  });

  it('shows an error page when the failure is outside of the page', async () => {
    stage.allow(/a page component threw|planted/);
    const page = await stage.window({ as: reader });
    await goTo(page, '/browse-tip-pools');
    await page.evaluate(() => {
      const { showPopover } = HTMLElement.prototype;
      let failures = 0;
      HTMLElement.prototype.showPopover = () => {
        failures += 1;
        // The page mounts its content again after the first failure.
        if (failures === 2) HTMLElement.prototype.showPopover = showPopover;
        throw new Error('planted');
      };
    });
    // The toast for code that is missing fails.
    await page.route('**/assets/add-creator-dialog-*', (route) => route.fulfill({ status: 404 }));
    stage.allow(/status of 404/);
    await page.getByRole('button', { name: 'Add a Creator' }).filter({ visible: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    await page.getByRole('link', { name: 'Browse pools' }).click();
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
  });

  it('says so when the report cannot be sent', async () => {
    const page = await stage.window();
    stage.allow(/status of 503|page-errors/);
    await page.route('**/api/page-errors', (route) => route.fulfill({ status: 503, body: '' }));
    await breakPage(page);
    await waitForText(page, 'We couldn’t send a report of this error. If it keeps happening, contact us.');
  });
});

describe('a notice about a part of a pool’s page', () => {
  it('opens that part when its address is not the canonical one', async () => {
    const { site } = stage;
    const pool = await site.newPool(owner, creator, { title: 'A song with comments' });
    await site.sql`
      insert into notifications (user_id, kind, title, body, href, dedupe_key)
      values (${anna.id}, 'pool_commented', 'A song has comments', 'Read them.', ${`/pool/${pool.id}#comments`}, ${randomUUID()})`;
    const page = await stage.window({ as: anna });
    await goTo(page, '/notifications');
    await page.getByRole('link', { name: 'A song has comments' }).first().click();
    await page.waitForURL(`**${pool.canonicalPath}?tab=comments#comments`);
    await page.getByLabel('Write a comment').waitFor();
  });
});

describe('code that cannot be loaded', () => {
  let pool: Pool;
  beforeAll(async () => {
    pool = await stage.site.newPool(owner, creator, { title: 'A song in a tunnel' });
    await stage.site.pledge(anna, pool, 10_00);
  });

  it('leaves the page and its text as they are, and loads when the browser is online again', async () => {
    stage.allow(/ERR_INTERNET_DISCONNECTED/);
    const page = await stage.window({ as: reader });
    await Promise.all([chatConnection(page, 'accepted'), goTo(page, `${pool.canonicalPath}?tab=comments`)]);
    await page.getByLabel('Write a comment').fill('I wrote this in the train');
    await page.context().setOffline(true);
    const add = page.getByRole('button', { name: 'Add a Creator' }).filter({ visible: true });
    await add.click();
    await waitForText(page, 'This part didn’t load');
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('I wrote this in the train');
    await page.context().setOffline(false);
    await add.click();
    await page.getByRole('dialog', { name: 'Add a Creator' }).waitFor();
    expect(await page.getByLabel('Write a comment').inputValue()).toBe('I wrote this in the train');
  });

  it.each(['light', 'dark'] as const)('says so in the place of a tab, which can try again (%s)', async (theme) => {
    stage.allow(/status of 404/);
    const page = await stage.window({ as: reader, theme });
    await page.route('**/assets/pool-page-fans-*', (route) => route.fulfill({ status: 404 }));
    await goTo(page, pool.canonicalPath);
    await page.getByRole('link', { name: /^Fans/ }).click();
    await page.getByRole('alert').getByText('This part didn’t load').waitFor();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/assets/pool-page-fans-*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Fans 1' }).waitFor();
  });

  it.each(['Retry', 'online'])('says so in the place of the pledge form, which loads after "%s"', async (event) => {
    stage.allow(/status of 404/);
    const page = await stage.window({ as: reader });
    await page.route('**/assets/pledge-box-*', (route) => route.fulfill({ status: 404 }));
    await goTo(page, '/browse-tip-pools');
    await page.getByRole('main').getByRole('link', { name: pool.title }).first().click();
    await page.getByRole('alert').getByText('This part didn’t load').waitFor();
    await page.unroute('**/assets/pledge-box-*');
    if (event === 'online') await page.evaluate(() => window.dispatchEvent(new Event('online')));
    else await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByLabel('Pledge anonymously').waitFor();
  });

  it('closes the chat and leaves the focus where the person types', async () => {
    stage.allow(/status of 404/);
    const page = await stage.window({ as: reader });
    await goTo(page, `${pool.canonicalPath}?tab=comments`);
    const comment = page.getByLabel('Write a comment');
    await page.route('**/assets/chat-panel-*.js', async (route) => {
      await page.locator('.chat-panel').waitFor();
      await comment.focus();
      await route.fulfill({ status: 404 });
    });
    const chat = page.getByRole('button', { name: 'Chat', exact: true }).filter({ visible: true });
    await chat.click();
    await waitForText(page, 'This part didn’t load');
    await chat.waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await comment.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('offers to reload the page, because a newer release may have replaced it', async () => {
    stage.allow(/status of 404/);
    const page = await stage.window({ as: reader });
    await goTo(page, pool.canonicalPath);
    await page.route('**/assets/add-creator-dialog-*', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Add a Creator' }).filter({ visible: true }).click();
    await waitForText(page, 'This part didn’t load');
    const loaded = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole('button', { name: 'Reload' }).click();
    expect(new URL((await loaded).url()).pathname).toBe(pool.canonicalPath);
  });
});
