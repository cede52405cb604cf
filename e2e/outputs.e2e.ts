import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { EventType } from '#contract/events.ts';
import { changePledge, listMyPledges } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { postUpdate } from '#contract/updates.ts';
import { goTo } from '#testing/browser.ts';
import { enterCard as enterCardAt } from '#testing/card-driver/hosted-page.ts';
import { cards } from '#testing/journeys/http-site.ts';
import { OverlayReader } from '#testing/overlays/overlay-reader.ts';
import type { Received } from '#testing/servers/webhook-receiver.ts';
import { seconds, signersOf } from '#testing/webhook-stage.ts';
import { type LoggedEvent, type OpenOverlay, OutputsStage, type Person, textOf } from './outputs-stage.ts';
import { choosePledge, enterCard } from './people.ts';

let stage: OutputsStage;
let maya: Person;
let ben: Person;
let hidden: Person;
beforeAll(async () => {
  stage = await OutputsStage.open();
  [maya, ben, hidden] = await Promise.all([
    stage.join('Maya Reyes'),
    stage.join('Ben Okafor'),
    stage.join('Secret Sam'),
  ]);
});
afterEach(async () => {
  expect(stage.browser.takeFaults()).toEqual([]);
  await stage.browser.closeWindows();
});
afterAll(() => stage?.close());

const idOf = ({ headers }: Received) => String(headers['webhook-id']);
const bodyOf = ({ body }: Received): LoggedEvent => JSON.parse(body);

/** Follows the log from now on. */
class Follower {
  readonly events: LoggedEvent[] = [];
  #last: string | undefined;

  static async open(): Promise<Follower> {
    const follower = new Follower();
    follower.#last = (await stage.readLog()).at(-1)?.id;
    return follower;
  }

  /** The log of the token's owner since this follower began. */
  async read(): Promise<LoggedEvent[]> {
    const ids = this.events.map(({ id }) => id);
    const events = await stage.readLog(this.#last);
    expect(events.slice(0, ids.length).map(({ id }) => id)).toEqual(ids);
    return events;
  }

  /** Waits until the log goes on with events of these types. */
  async adds(...types: EventType[]): Promise<LoggedEvent[]> {
    const next = async () => (await this.read()).slice(this.events.length);
    await expect.poll(async () => (await next()).map(({ type }) => type)).toEqual(types);
    const events = await next();
    this.events.push(...events);
    return events;
  }
}

/** Acts, and waits until the new events are in the log and each came once as a webhook that the published library verifies. */
async function follow(log: Follower, types: EventType[], act: () => Promise<unknown>): Promise<void> {
  const before = stage.received().length;
  await act();
  const events = await log.adds(...types);
  const hooks = () => stage.received().slice(before);
  await expect.poll(() => hooks().length).toBe(events.length);
  // Two requests of one webhook are on their way at once, so those of one action may overtake each other.
  expect(hooks().map(idOf).sort()).toEqual(events.map(({ id }) => id).sort());
  for (const hook of hooks()) {
    expect(signersOf(hook, [stage.secret])).toEqual([0]);
    expect(bodyOf(hook)).toEqual(events.find(({ id }) => id === idOf(hook)));
  }
}

/** The lines that a stream shows of an event. */
function alertOf({ type, data }: LoggedEvent): string[][] {
  const { pool, pledge, percent } = data as {
    pool: { title: string };
    pledge?: { fan: { displayName: string } | null; amountCents: number };
    percent?: number;
  };
  if (type === 'pledge.placed' && pledge)
    return [['New pledge', pledge.fan?.displayName ?? 'Someone', `$${pledge.amountCents / 100}`]];
  if (type === 'pool.progress') return [[pool.title, `${percent}% of the goal reached`]];
  return type === 'pool.goal_met' ? [[pool.title, 'Goal reached!']] : [];
}

/** Waits until the overlay has shown the alerts of these events in their order, and has no others. */
async function isShown({ page, shown }: OpenOverlay, events: readonly LoggedEvent[]): Promise<void> {
  const withAlert = events.filter((event) => alertOf(event).length > 0);
  // Each alert takes four seconds.
  await expect.poll(() => shown.length, seconds(40)).toBe(withAlert.length);
  await page.locator('#alert').waitFor({ state: 'hidden' });
  expect(shown.map(({ lines }) => lines)).toEqual(withAlert.flatMap(alertOf));
  expect(await stage.idsAt(shown.map(({ place }) => place))).toEqual(withAlert.map(({ id }) => id));
}

/** Sends SIGKILL to the server while a stream shows the overlay, which keeps what it shows and says nothing. */
async function killAndRestart({ page, shown }: OpenOverlay, meanwhile: () => Promise<void>): Promise<void> {
  const before = { alerts: shown.length, board: await page.locator('#board').textContent() };
  stage.browser.allow(/ERR_/);
  const refused = page.waitForEvent('requestfailed', (request) =>
    /CONNECTION_REFUSED/.test(request.failure()?.errorText ?? ''),
  );
  await stage.server.kill();
  await meanwhile();
  await refused;
  expect({ alerts: shown.length, board: await page.locator('#board').textContent() }).toEqual(before);
  stage.server.spawn();
  await stage.server.ready();
}

async function pledgeInBrowser(fan: Person, pool: Pool, dollars: number): Promise<void> {
  const page = await stage.browser.window({ as: fan });
  await goTo(page, pool.canonicalPath);
  await choosePledge(page, dollars);
  await enterCard(page, cards.pays);
  await page.waitForURL('**/payment/success?pledge=*');
}

async function pledgeWithCard(fan: Person, pool: Pool, cents: number, more: { anonymous?: boolean } = {}) {
  const { setup } = await stage.pledge(fan, pool, cents, more);
  await enterCardAt(setup?.url ?? '');
}

/** Reads the messages that come to Discord from now on. */
function messagesFromNow(): () => string[][] {
  const before = stage.messages().length;
  return () => stage.messages().slice(before).map(textOf);
}

/** Waits until these messages came to Discord, the last of which gathers the pledges of a minute. */
async function havePosted(messages: () => string[][], expected: string[][]): Promise<void> {
  await expect
    .poll(async () => {
      await stage.endMinute();
      return messages();
    })
    .toEqual(expected);
}

const opened = (what: string) => [`“A song about the ${what}” is open for pledges. The goal is $1,000.`];

async function openPool(log: Follower, title: string, goalCents: number): Promise<Pool> {
  let pool!: Pool;
  await follow(log, ['pool.opened'], async () => {
    pool = await stage.newPool(title, goalCents);
  });
  return pool;
}

describe('the log of events', () => {
  it('arrives as webhooks, in the API, on a stream and in Discord, in one order and once each', {
    timeout: 180_000,
  }, async () => {
    const log = await Follower.open();
    const before = stage.received().length;
    const messages = messagesFromNow();
    const pool = await openPool(log, 'A song about the rain', 100_00);
    const overlay = await stage.openOverlay(pool);
    const stream = await OverlayReader.open(overlay.url);

    await follow(log, ['pledge.placed'], () => pledgeInBrowser(maya, pool, 20));
    const [mine] = await maya.client.call(listMyPledges, { query: {} });
    const params = { id: mine?.id ?? '' };
    await follow(log, ['pledge.changed', 'pool.progress'], () =>
      maya.client.call(changePledge, { params, body: { amountCents: 30_00 } }),
    );
    await follow(log, ['pledge.placed', 'pool.progress'], () =>
      pledgeWithCard(hidden, pool, 25_00, { anonymous: true }),
    );
    const body = { content: 'The first verse is done.', audience: 'everyone' as const, requestKey: randomUUID() };
    await follow(log, ['update.posted'], () =>
      stage.creator.client.call(postUpdate, { params: { id: pool.id }, body }),
    );
    await follow(log, ['pledge.placed', 'pool.progress', 'pool.goal_met'], () => pledgeWithCard(ben, pool, 45_00));

    // All but the pledges of the minute after the first.
    await expect.poll(messages).toHaveLength(7);
    await havePosted(messages, [
      ['“A song about the rain” is open for pledges. The goal is $100.'],
      ['Maya Reyes pledged to “A song about the rain”.'],
      ['“A song about the rain” has reached 25% of its goal.'],
      ['“A song about the rain” has reached 50% of its goal.'],
      ['Cleo Sings posted an update about “A song about the rain”.', 'The first verse is done.'],
      ['“A song about the rain” has reached 75% of its goal.'],
      ['“A song about the rain” has met its goal of $100.'],
      ['2 people pledged $70 to “A song about the rain”.', 'Ben Okafor and 1 other'],
    ]);
    await isShown(overlay, log.events);
    expect(overlay.shown.map(({ lines }) => lines.slice(1))).toEqual([
      ['Maya Reyes', '$20'],
      ['25% of the goal reached'],
      ['Someone', '$25'],
      ['50% of the goal reached'],
      ['Ben Okafor', '$45'],
      ['75% of the goal reached'],
      ['Goal reached!'],
    ]);
    const hooks = stage.received().slice(before);
    expect(hooks).toHaveLength(log.events.length);
    expect(await log.read()).toHaveLength(log.events.length);
    stream.leave();
    const streamed = [stream.messages, await overlay.page.content()];
    const everything = JSON.stringify([await log.read(), hooks, streamed, stage.messages()]);
    expect(everything).toContain('Maya Reyes');
    for (const secret of ['Secret Sam', hidden.username, hidden.id]) expect(everything).not.toContain(secret);
  });

  it('arrives again with its id, if the server is killed before the receiver answers', {
    timeout: 180_000,
  }, async () => {
    const log = await Follower.open();
    const messages = messagesFromNow();
    const pool = await openPool(log, 'A song about the snow', 1000_00);
    const overlay = await stage.openOverlay(pool);
    const before = stage.received().length;
    const ids = () => stage.received().slice(before).map(idOf);
    await expect.poll(messages).toHaveLength(1);
    stage.answer(false);
    await pledgeWithCard(ben, pool, 10_00);
    await expect.poll(ids).toHaveLength(1);
    await expect.poll(messages).toHaveLength(2);
    await isShown(overlay, await log.adds('pledge.placed'));
    await killAndRestart(overlay, async () => {
      stage.answer(true);
      await stage.endLeases();
    });
    await expect.poll(ids).toHaveLength(2);
    await expect.poll(messages).toHaveLength(3);

    await pledgeWithCard(maya, pool, 12_00);
    await log.adds('pledge.placed');
    const [, first, second] = log.events;
    await expect.poll(ids).toEqual([first?.id, first?.id, second?.id]);
    for (const hook of stage.received().slice(before)) expect(signersOf(hook, [stage.secret])).toEqual([0]);
    const again = ['Ben Okafor pledged to “A song about the snow”.'];
    const after = ['Maya Reyes pledged to “A song about the snow”.'];
    await havePosted(messages, [opened('snow'), again, again, after]);
    await isShown(overlay, log.events);
  });

  it('arrives once, if the server is killed after the commit and before it reads the log', {
    timeout: 180_000,
  }, async () => {
    const log = await Follower.open();
    const messages = messagesFromNow();
    const pool = await openPool(log, 'A song about the fog', 1000_00);
    const overlay = await stage.openOverlay(pool);
    const before = stage.received().length;
    await follow(log, ['pledge.placed'], () => pledgeWithCard(ben, pool, 10_00));
    const other = await openPool(log, 'Another song', 1000_00);
    await follow(log, ['pledge.placed'], () => pledgeWithCard(maya, other, 10_00));
    await expect.poll(messages).toHaveLength(4);
    const letRead = await stage.holdLog();
    const { pledge } = await stage.pledge(maya, pool, 12_00, { useSavedCard: true });
    expect(pledge.status).toBe('pledged');
    await killAndRestart(overlay, async () => {
      expect(await stage.newestEvent(pool)).toEqual({ type: 'pledge.placed', isPlaced: false, deliveries: 0 });
      await letRead();
    });
    await log.adds('pledge.placed');
    const [, first, , , second] = log.events;
    const ids = () => stage.received().slice(before).map(idOf);
    await expect.poll(ids).toHaveLength(4);
    expect(ids().at(-1)).toBe(second?.id);
    await havePosted(messages, [
      opened('fog'),
      ['Ben Okafor pledged to “A song about the fog”.'],
      ['“Another song” is open for pledges. The goal is $1,000.'],
      ['Maya Reyes pledged to “Another song”.'],
      ['Maya Reyes pledged to “A song about the fog”.'],
    ]);
    await isShown(
      overlay,
      [first, second].filter((event) => event !== undefined),
    );
    expect(ids()).toHaveLength(4);
  });
});
