import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { login, register } from '#contract/accounts.ts';
import { decideVerification, listVerifications } from '#contract/admin/moderation.ts';
import { applyAsCreator, getCreator } from '#contract/creators/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type EventType, listEvents } from '#contract/events.ts';
import { usualOverlaySettings } from '#contract/overlays/overlay-limits.ts';
import { createOverlay } from '#contract/overlays/overlays.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { createPool, type Pool } from '#contract/pools/pools.ts';
import { createToken } from '#contract/tokens.ts';
import { createWebhook } from '#contract/webhooks/webhooks.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { openBrowser, type TestBrowser } from '#testing/browser.ts';
import { applicationOf, poolFormOf } from '#testing/builders.ts';
import { peopleEnv } from '#testing/chaos/people.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { type TestClient, testClient } from '#testing/client.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { password } from '#testing/journeys/http-site.ts';
import { type DiscordMessage, plain } from '#testing/servers/chat-channel.ts';
import { openWebhookReceiver, type Received, type WebhookReceiver } from '#testing/servers/webhook-receiver.ts';

export interface Person {
  id: string;
  username: string;
  client: TestClient;
}

export type LoggedEvent = OutputOf<typeof listEvents>['events'][number];

/** The types of the creator's webhook: everything that these tests do to a pool. */
const types: EventType[] = [
  'pool.opened',
  'pool.progress',
  'pool.goal_met',
  'pledge.placed',
  'pledge.changed',
  'update.posted',
];
/** Channels get no changes of pledges. */
const channelTypes = types.filter((type) => type !== 'pledge.changed');

const hookPath = '/hook';
const channelPath = `/api/webhooks/123/${randomBytes(32).toString('hex')}`;
/** Discord then answers once it has stored the message. */
const discordPath = `${channelPath}?wait=true`;

/** The texts of a message, as Discord shows them. */
export function textOf({ body }: Received): string[] {
  const { content, embeds }: DiscordMessage = JSON.parse(body);
  return [content, embeds[0]?.description].map(plain).filter(Boolean);
}

/** The server as a process that a test can kill, and a creator who reads the log of events in every way that there is. */
export class OutputsStage {
  readonly server: ServerProcess;
  readonly receiver: WebhookReceiver;
  readonly browser: TestBrowser;
  readonly database: Database;
  owner!: Person;
  creator!: Person;
  /** The secret of the creator's webhook. */
  secret = '';
  #profileId = '';
  #token = '';
  readonly #testDatabase: TestDatabase;
  readonly #folder: string;

  private constructor(parts: {
    server: ServerProcess;
    receiver: WebhookReceiver;
    browser: TestBrowser;
    testDatabase: TestDatabase;
    folder: string;
  }) {
    this.server = parts.server;
    this.receiver = parts.receiver;
    this.browser = parts.browser;
    this.#testDatabase = parts.testDatabase;
    this.#folder = parts.folder;
    this.database = openDatabase(parts.testDatabase.url, { log: createLogger('silent'), max: 2 });
  }

  static async open(): Promise<OutputsStage> {
    const [receiver, testDatabase, folder, port] = await Promise.all([
      openWebhookReceiver(),
      createTestDatabase(),
      mkdtemp(join(tmpdir(), 'fanfare-outputs-')),
      freePort(),
    ]);
    const server = new ServerProcess({
      dataDir: folder,
      port,
      pages: true,
      env: { ...peopleEnv, NODE_ENV: 'test', DATABASE_URL: testDatabase.url, WEBHOOK_ALLOW: receiver.host },
    });
    server.spawn();
    const browser = await openBrowser(server.url);
    const stage = new OutputsStage({ server, receiver, browser, testDatabase, folder });
    try {
      await server.ready();
      await stage.#inviteCreator();
      return stage;
    } catch (error) {
      await stage.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.stop();
    await this.receiver.close();
    await this.database.close();
    await this.#testDatabase.drop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get sql() {
    return this.database.sql;
  }

  /** Registers a person; `displayName` is the name that streams and programs show. */
  async join(displayName: string): Promise<Person> {
    const username = `p_${randomBytes(4).toString('hex')}`;
    const client = testClient(this.server.url);
    const { id } = await client.call(register, { body: { email: `${username}@example.org`, username, password } });
    await this.sql`update users set display_name = ${displayName} where id = ${id}`;
    return { id, username, client };
  }

  async #inviteCreator(): Promise<void> {
    [this.owner, this.creator] = await Promise.all([this.join('Olga Owner'), this.join('Cleo Creator')]);
    const { client, username } = this.creator;
    await client.call(applyAsCreator, { body: applicationOf(username) });
    const admin = testClient(this.server.url);
    await admin.call(login, { body: { email: peopleEnv.ADMIN_EMAIL, password } });
    const { items } = await admin.call(listVerifications, { query: { status: 'pending' } });
    await admin.call(decideVerification, { params: { id: items[0]?.id ?? '' }, body: { status: 'approved' } });
    this.#profileId = (await client.call(getCreator, { params: { username } })).id;
    // Their pools show them by the name of their page.
    await this.sql`update creator_profiles set display_name = 'Cleo Sings' where id = ${this.#profileId}`;
    const token = { name: 'Spreadsheet', scopes: ['events:read' as const] };
    this.#token = (await client.call(createToken, { body: token })).token;
    const { receiver } = this;
    const webhook = await client.call(createWebhook, { body: { url: receiver.url(hookPath), types } });
    this.secret = webhook.secret ?? '';
    const channel = { kind: 'discord' as const, url: receiver.url(channelPath), types: channelTypes };
    await client.call(createWebhook, { body: channel });
    this.answer(true);
  }

  newPool(title: string, fundingGoal: number): Promise<Pool> {
    return this.owner.client.call(createPool, {
      body: poolFormOf({ title, fundingGoal, creatorProfileId: this.#profileId }),
    });
  }

  pledge(fan: Person, pool: Pool, amountCents: number, more: { anonymous?: boolean; useSavedCard?: boolean } = {}) {
    const body = { amountCents, requestKey: randomUUID(), ...more };
    return fan.client.call(pledgeToPool, { params: { poolId: pool.id }, body });
  }

  /** The log after this event, as the creator's token reads it. */
  async readLog(after?: string): Promise<LoggedEvent[]> {
    const bearer = { authorization: `Bearer ${this.#token}` };
    const query = after ? { after } : {};
    const { events, hasMore } = await testClient(this.server.url).call(listEvents, { query }, bearer);
    expect(hasMore).toBe(false);
    return events;
  }

  /** Whether the receiver of the webhooks and Discord answer, or keep every request waiting. */
  answer(does: boolean): void {
    this.receiver.answers((response) => void (does && response.writeHead(204).end()), hookPath);
    const limits = { 'content-type': 'application/json', 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' };
    this.receiver.answers((response) => void (does && response.writeHead(200, limits).end('{}')), discordPath);
  }

  /** The webhooks that came, oldest first. */
  received(): Received[] {
    return this.receiver.received(hookPath);
  }

  /** The messages that came to Discord, oldest first. */
  messages(): Received[] {
    return this.receiver.received(discordPath);
  }

  /** Sends the message that gathers the pledges of a minute now. */
  async endMinute(): Promise<void> {
    await this.sql`update webhook_deliveries set next_try_at = clock_timestamp() where state = 'pending'`;
  }

  /** A new overlay of the pool, open in a window. */
  async openOverlay(pool: Pool): Promise<OpenOverlay> {
    const settings = { ...usualOverlaySettings, minCents: 0 };
    const { url } = await this.creator.client.call(createOverlay, { body: { poolId: pool.id, settings } });
    const page = await this.browser.window({ width: 800, height: 450 });
    const shown = await keepAlerts(page);
    await page.goto(new URL(url).pathname);
    await page.locator('#title').getByText(pool.title).waitFor();
    return { url, page, shown };
  }

  /** Ends the leases of a process that was killed, which last 45 seconds. */
  async endLeases(): Promise<void> {
    await this.sql`update webhook_deliveries set leased_until = clock_timestamp() where leased_until is not null`;
  }

  /** Makes everyone who reads the log wait, until the returned function is called. Those who write to it never wait. */
  async holdLog(): Promise<() => Promise<void>> {
    const session = this.sql.reserve();
    await session`select pg_advisory_lock(hashtextextended('event log', 0))`;
    return () => session.release();
  }

  /** The newest event of a pool: whether it has a place in the log, and the number of its deliveries. */
  async newestEvent({ id }: Pool): Promise<unknown> {
    const [event] = await this.sql`
      select type, position is not null as is_placed,
        (select count(*)::int from webhook_deliveries d where d.event_id = e.id) as deliveries
      from events e where pool_id = ${id} order by occurred_at desc limit 1`;
    return event;
  }

  /** The ids of the events at these places in the log. */
  async idsAt(places: readonly number[]): Promise<string[]> {
    const rows = await this.sql<{ id: string; position: number }[]>`
      select id, position from events where position = any (${[...places]})`;
    const ids = new Map(rows.map(({ id, position }) => [position, id]));
    return places.map((place) => ids.get(place) ?? 'none');
  }
}

export interface OpenOverlay {
  url: string;
  page: Page;
  /** The alerts that the page began to show, in order. */
  shown: ShownAlert[];
}

interface ShownAlert {
  lines: string[];
  /** In the log of events. */
  place: number;
}

async function keepAlerts(page: Page): Promise<ShownAlert[]> {
  const shown: ShownAlert[] = [];
  await page.exposeFunction('keepAlert', (alert: ShownAlert) => void shown.push(alert));
  await page.addInitScript(() => {
    const { keepAlert } = window as unknown as { keepAlert(alert: ShownAlert): void };
    addEventListener('DOMContentLoaded', () => {
      const parts = ['label', 'text', 'amount'].map((id) => document.getElementById(id) as HTMLElement);
      const keep = () =>
        keepAlert({
          lines: parts.filter(({ hidden }) => !hidden).map(({ textContent }) => textContent),
          place: Number(localStorage.getItem(`overlay ${document.documentElement.dataset.id}`)),
        });
      // The page stores the place and sets the text once for each alert.
      new MutationObserver(keep).observe(parts[1] as HTMLElement, { childList: true });
    });
  });
  return shown;
}
