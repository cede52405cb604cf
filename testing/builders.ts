import { randomUUID } from 'node:crypto';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { createPool, type Pool, type PoolForm } from '#contract/pools/pools.ts';
import { ensurePayoutAccounts } from '#server/money/payouts/ensure-payout-account.ts';
import type { TestApp } from './app.ts';
import { cards, enterCard } from './card-driver/hosted-page.ts';
import { insertPerson, type Person } from './insert-person.ts';

export { cards, enterCard };

export interface Creator extends Person {
  profileId: string;
  username: string;
}

/** A verified creator with a profile and a payout account. */
export async function makeCreator(app: TestApp): Promise<Creator> {
  const { sql } = app.context.db;
  const creator = await insertPerson(app, 'creator');
  const username = `c${randomUUID().slice(0, 8)}`;
  const [profile] = await sql<{ id: string }[]>`
    insert into creator_profiles (username, full_name, display_name, status, owner_id)
    values (${username}, 'Maya Reyes', 'Maya', 'verified', ${creator.id}) returning id`;
  await ensurePayoutAccounts(app.context, sql, creator.id);
  await app.driver.setUpPayouts(creator.client);
  return { ...creator, profileId: profile?.id ?? '', username };
}

/** A profile that fans have added and no creator owns. */
export async function makeUnclaimedProfile(app: TestApp): Promise<{ profileId: string; username: string }> {
  const username = `u${randomUUID().slice(0, 8)}`;
  const [profile] = await app.context.db.sql<{ id: string }[]>`
    insert into creator_profiles (username, full_name, display_name) values (${username}, 'Sam Stone', 'Sam') returning id`;
  return { profileId: profile?.id ?? '', username };
}

export function poolFormOf(changes: Partial<PoolForm> = {}): PoolForm {
  return {
    title: 'A song about rain',
    description: 'Please write and record a song about the rain.',
    fundingGoal: 5000,
    categories: ['Music'],
    ...changes,
  };
}

export function makePool(owner: Person, changes: Partial<PoolForm> = {}): Promise<Pool> {
  return owner.client.call(createPool, { body: poolFormOf(changes) });
}

/** Reads every 50 ms until the value passes `isSo`. Throws after ten seconds by default. */
export async function eventually<T>(
  read: () => Promise<T>,
  isSo: (value: T) => boolean,
  timeoutMs = 10_000,
): Promise<T> {
  // A timer, because some tests move the clocks.
  const patience = AbortSignal.timeout(Math.round(timeoutMs));
  for (;;) {
    const value = await read();
    if (isSo(value)) return value;
    if (patience.aborted) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Pledges through the hosted page and waits until the card is verified. */
export async function pledge(
  fan: Person,
  poolId: string,
  amountCents: number,
  cardNumber: string = cards.pays,
): Promise<PledgeView> {
  const { pledge: made, setup } = await fan.client.call(pledgeToPool, {
    params: { poolId },
    body: { amountCents, requestKey: randomUUID() },
  });
  if (!setup) return made;
  await enterCard(setup.url, cardNumber);
  // A pledge that meets the goal of an accepted pool is charged at once.
  return pledgeBecomes(fan, made.id, 'pledged', 'charging', 'notified', 'paid');
}

export function pledgeBecomes(fan: Person, id: string, ...statuses: PledgeStatus[]): Promise<PledgeView> {
  return eventually(
    () => fan.client.call(getPledge, { params: { id } }),
    ({ status }) => statuses.includes(status),
  );
}

/** The application of a creator under this name. */
export const applicationOf = (username: string) => ({
  fullName: 'Maya Reyes',
  username,
  category: 'Music',
  bio: 'Songs about the weather.',
  socialLinks: [{ platform: 'youtube' as const, url: 'https://youtube.example/maya' }],
  proofUrl: 'https://maya.example/proof',
  agreement: true as const,
});
