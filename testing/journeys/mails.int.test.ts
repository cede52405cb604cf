import { access } from 'node:fs/promises';
import { parse } from 'node:path';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getUnsubscribeLink } from '#contract/notifications.ts';
import { getPledge, payPledge } from '#contract/pledges/pledges.ts';
import { declinePool, giveUpPool, type Pool, resolvePool } from '#contract/pools/pools.ts';
import { readOutbox } from '#testing/outbox.ts';
import { type CreatorMember, cards, enterCard, HttpSite, type Member } from './http-site.ts';

/** The recipients of every email: each email arrives once, with working links, and without text that the age gate protects. */
let site: HttpSite;
let owner: Member;
let anna: Member;
let ben: Member;
let creator: CreatorMember;
const brand = ' · Fanfare';
/** The subject of an email that repeats. */
const reminder = 'Your pledge is still unpaid';

beforeAll(async () => {
  site = await HttpSite.open({ REMINDER_INTERVAL: 'PT1S' });
  [owner, anna, ben] = await Promise.all([site.member('owner'), site.member('anna'), site.member('ben')]);
  creator = await site.creator();
});
afterAll(() => site.close());

/** The number of emails already read, by person id. */
const seen = new Map<string, number>();
async function news(who: Member): Promise<{ subjects: string[]; mails: Email[] }> {
  const mails = (await readOutbox(site.app, who.email)).slice(seen.get(who.id) ?? 0);
  seen.set(who.id, (seen.get(who.id) ?? 0) + mails.length);
  for (const mail of mails) await expectGoodMail(mail, who);
  return { mails, subjects: mails.map(({ subject = '' }) => subject.replace(brand, '')) };
}
const subjects = async (who: Member) => (await news(who)).subjects;

const pictures = /<img[^>]+>/g;
const links = (from: string) => new Set(from.match(/https?:\/\/[^\s"<]+/g) ?? []);

/** A mail program can load the pictures without a session. The mark is a file of the build, which this app does not serve. */
async function expectPictures(html: string): Promise<void> {
  const [mark = '', ...others] = [...(html.match(pictures) ?? [])].map((picture) => [...links(picture)][0] ?? '');
  expect(new URL(mark).origin).toBe(site.app.url);
  await access(`web/public${new URL(mark).pathname}`);
  for (const url of others) {
    expect((await fetch(url.replaceAll('&amp;', '&'))).status).toBe(200);
  }
}

/** Text and HTML have the same links, and every link leads to a page of this site that the person may see. */
async function expectGoodMail({ text = '', html = '', subject }: Email, who: Member): Promise<void> {
  expect(subject).toMatch(/( ·|to) Fanfare$/);
  expect(links(html.replace(pictures, ''))).toEqual(links(text));
  await expectPictures(html);
  for (const link of links(text)) {
    const { origin, pathname, search } = new URL(link);
    expect(origin).toBe(site.app.url);
    if (/^\/(tip-)?pool\//.test(pathname)) await who.client.call(resolvePool, { query: { path: pathname } });
    else if (pathname.startsWith('/payment/'))
      await who.client.call(getPledge, { params: { id: parse(pathname).base } });
    else if (pathname === '/verify-email') expect(search).toMatch(/^\?token=[\w-]{43}$/);
    else if (pathname === '/unsubscribe') {
      const token = new URLSearchParams(search).get('token') ?? '';
      await site.app.client().call(getUnsubscribeLink, { query: { token } });
    } else if (pathname === '/dashboard' && search)
      expect(search).toMatch(/^\?(?:(?:request|pool)=[0-9a-f-]{36}|view=earnings)$/);
    else
      expect([
        '/',
        '/settings',
        '/dashboard',
        '/admin/verifications',
        '/admin/content-claims',
        '/become-creator',
      ]).toContain(pathname);
  }
}

const everyone = () => [owner, anna, ben, creator, site.admin];
async function forget(): Promise<void> {
  for (const who of everyone()) await news(who);
}
/** A pool that met its goal with two fans; the second fan's card has insufficient funds by default. */
async function met(secondCard: string = cards.insufficient): Promise<{ pool: Pool; bens: string }> {
  const pool = await site.newPool(owner, creator);
  await site.pledge(anna, pool, 30_00);
  const { id } = await site.pledge(ben, pool, 20_00, secondCard);
  return { pool, bens: id };
}

describe('emails of a successful pool', () => {
  it('are sent for sign-up, creator application and approval', async () => {
    expect((await subjects(anna))[0]).toMatch(/welcome/i);
    expect((await subjects(creator)).sort()).toEqual(
      ['Welcome to Fanfare', 'You are a verified creator', ...site.app.driver.payoutMails].sort(),
    );
    expect(await subjects(site.admin)).toEqual(['A creator application is waiting for review']);
    await forget();
  });

  it('tell the people concerned about each step once', async () => {
    const { pool, bens } = await met();
    expect([await subjects(owner), (await subjects(creator)).sort()]).toEqual([
      ['Your pool met its goal'],
      [
        'A pool for you has its first pledge',
        'A pool for you has reached 50% of its goal',
        'A pool for you met its goal',
        'Fans opened a pool for you',
      ],
    ]);
    const [annas, bensNews] = [await news(anna), await news(ben)];
    expect([annas.subjects.sort(), bensNews.subjects.sort()]).toEqual([
      ['A pool you back met its goal', 'Your pledge is in'],
      ['Your pledge is in', 'Your pledge met the goal'],
    ]);
    const confirmation = annas.mails.find(({ subject }) => subject?.startsWith('Your pledge is in'));
    expect(confirmation?.text).toMatch(/Your pledge: \$30\.00\nCard: Visa ending \d{4}/);
    expect(confirmation?.text).toContain('Only then is your card charged $30.');
    // The page after the card page tells the fan the same, so there is no notice in the app.
    expect((await site.noticesOf(anna)).map(({ kind }) => kind)).not.toContain('pledge_placed');

    await site.accept(creator, pool);
    await site.pledgeIs(ben, bens, 'notified');
    expect((await subjects(anna)).sort()).toEqual(['Maya Reyes accepted', 'Receipt for your pledge']);
    const due = await news(ben);
    expect(due.subjects.filter((subject) => subject !== reminder).sort()).toEqual([
      'Maya Reyes accepted',
      'Payment due for your pledge',
    ]);
    const notice = due.mails.find(({ subject }) => subject?.startsWith('Payment due'));
    expect(notice?.text).toContain('$20');
    expect(notice?.text).toContain('Your card has insufficient funds.');
    expect(notice?.text).toContain(`${site.app.url}/payment/${bens}`);

    // A reminder with a different subject follows at each REMINDER_INTERVAL.
    const reminders = () => site.sql`select 1 from notifications where user_id = ${ben.id} and kind = 'payment_due'`;
    await expect.poll(async () => (await reminders()).length, { timeout: 15_000 }).toBeGreaterThan(1);
    const later = [...due.subjects.filter((subject) => subject === reminder), ...(await subjects(ben))];
    expect(new Set(later)).toEqual(new Set([reminder]));

    const { url } = await ben.client.call(payPledge, { params: { id: bens }, body: {} });
    await enterCard(url ?? '', cards.pays);
    await site.poolIs(pool.id, 'in_production');
    const receipt = await news(ben);
    const [paid, ...others] = receipt.mails.filter(({ subject }) => !subject?.startsWith(reminder));
    expect([paid?.subject, others]).toEqual([`Receipt for your pledge${brand}`, []]);
    expect(paid?.text).toMatch(/Amount: \$20\.00\n.*Date: .*\nYour fees: \$0\.00\nReference: /);
    expect(await subjects(creator)).toEqual(['The pool is funded, so you can start']);

    await site.deliver(creator, pool);
    expect(await subjects(site.admin)).toEqual(['A delivery is waiting for review']);
    await site.review(pool);
    expect([await subjects(anna), await subjects(ben)]).toEqual([['Maya Reyes delivered'], ['Maya Reyes delivered']]);
    expect(await subjects(creator)).toEqual(['Your delivery was approved']);
    await site.letTimePass(pool);
    expect((await subjects(creator)).sort()).toEqual(['We sent your payout', 'Your payout is on its way']);
    await forget();
  });
});

describe('emails of a pool that ends early', () => {
  it('tell everyone that it was declined', async () => {
    const { pool } = await met();
    await forget();
    await creator.client.call(declinePool, { params: { id: pool.id }, body: { reason: 'I am on tour.' } });
    for (const who of [owner, anna, ben]) {
      const { subjects: subjectLines, mails } = await news(who);
      expect(subjectLines).toEqual(['The pool was declined']);
      expect(mails[0]?.text).toContain('Reason: I am on tour.');
      // The owner did not pledge, so the mail is about all cards; a fan's mail is about the fan's card.
      expect(mails[0]?.text).toContain(who === owner ? 'No card was charged.' : 'Your card was not charged.');
    }
  });

  it('tell owner and fans that it expired', async () => {
    const pool = await site.newPool(owner, creator);
    await site.pledge(anna, pool, 10_00);
    await forget();
    await site.letTimePass(pool);
    for (const who of [owner, anna]) expect(await subjects(who)).toEqual(['The pool didn’t reach its goal']);
    expect(await subjects(ben)).toEqual([]);
  });

  it('tell fans that they are refunded', async () => {
    const { pool } = await met(cards.pays);
    await site.accept(creator, pool);
    await site.poolIs(pool.id, 'in_production');
    await forget();
    await creator.client.call(giveUpPool, { params: { id: pool.id } });
    await site.app.settle();
    for (const who of [anna, ben]) {
      expect((await subjects(who)).sort()).toEqual([
        'The pool ended and everyone is refunded',
        'Your pledge was refunded',
      ]);
    }
  });

  it('notify a fan who did not pay that the pledge was dropped', async () => {
    const { pool, bens } = await met();
    await site.accept(creator, pool);
    await site.pledgeIs(ben, bens, 'notified');
    await site.letTimePass(pool);
    await site.pledgeIs(ben, bens, 'dropped');
    expect(await subjects(ben)).toContain('Your pledge was dropped');
    await forget();
  });
});

it('never mentions title, creator or text of an adult pool in an email', async () => {
  const secret = {
    title: 'Velvet midnight confession',
    description: 'Whisper something forbidden for twenty minutes.',
  };
  const pool = await site.newPool(owner, creator, { ...secret, categories: ['NSFW'] });
  await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'open' } });
  for (const { client } of [anna, ben]) client.cookies.set('age_verified', '1');
  await site.pledge(anna, pool, 30_00);
  const { id: bens } = await site.pledge(ben, pool, 20_00, cards.insufficient);
  await site.accept(creator, pool);
  await site.pledgeIs(ben, bens, 'notified');
  const { url } = await ben.client.call(payPledge, { params: { id: bens }, body: {} });
  await enterCard(url ?? '', cards.pays);
  await site.poolIs(pool.id, 'in_production');
  await site.deliver(creator, pool, { text: 'forbidden words' });
  await site.review(pool);
  await site.admin.client.call(actOnPool, {
    params: { id: pool.id },
    body: { action: 'remove', reason: 'No whisper is forbidden here, but a rule was broken.' },
  });
  await site.app.settle();
  let read = 0;
  for (const who of everyone()) {
    const mails = (await readOutbox(site.app, who.email)).slice(seen.get(who.id) ?? 0);
    read += mails.length;
    for (const { subject, text, html } of mails) {
      const all = `${subject} ${text} ${html}`;
      // The pool's URL contains words of the title, so it must not appear either.
      expect(all).not.toMatch(/velvet|midnight|confession|whisper|forbidden|maya/i);
    }
    const notices = await site.noticesOf(who);
    expect(JSON.stringify(notices.map(({ title, body }) => title + body))).not.toMatch(/velvet|whisper|forbidden/i);
  }
  expect(read).toBeGreaterThan(10);
});
