import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { applyPoolEvent } from '#server/pools/lifecycle/apply-pool-event.ts';
import type { StripeProcess } from './stripe-stand-in/process.ts';

export interface PledgedPool {
  id: string;
  /** The assigned creator, who can accept the pool. */
  creator: Actor;
}

/**
 * A pool that has met its goal, with as many fans as wanted, each with a card at the stand-in for Stripe and a pledge. Inserts rows, because
 * two thousand visits to a hosted page would take minutes.
 */
export async function addPledgedPool(
  context: MoneyContext,
  stripe: StripeProcess,
  { fans, amountCents }: { fans: number; amountCents: number },
): Promise<PledgedPool> {
  const { sql } = context.db;
  const name = `c${randomUUID().slice(0, 8)}`;
  const [creator] = await sql<{ id: string }[]>`
    insert into users (email, username, role, email_verified_at, is_verified)
    values (${`${name}@example.org`}, ${name}, 'creator', now(), true) returning id`;
  assert.ok(creator);
  await sql`
    insert into payout_accounts (user_id, processor, account_ref, status)
    values (${creator.id}, 'stripe', ${`acct_${name}`}, 'ready')`;
  const [pool] = await sql<{ id: string }[]>`
    with profile as (
      insert into creator_profiles (username, full_name, display_name, status, owner_id)
      values (${name}, 'A Creator', 'A Creator', 'verified', ${creator.id}) returning id
    )
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at,
      creator_profile_id, assigned_creator_id, status)
    select ${creator.id}, 'A song about rain', ${name}, ${name}, ${name}, 'Please write a song about the rain.',
      ${fans * amountCents}, now() + interval '30 days', now() + interval '30 days', id, ${creator.id}, 'open'
    from profile returning id`;
  assert.ok(pool);
  await sql`insert into pool_events (pool_id, to_status, reason) values (${pool.id}, 'open', 'created')`;
  await addFans(context, stripe, pool.id, { fans, amountCents, prefix: name });
  await context.db.tx((tx) => applyPoolEvent(context, tx, pool.id, { type: 'pledges_changed' }));
  const actor = { username: name, suspended: false, emailVerified: true, sessionId: '', hasFreshProof: true };
  return { id: pool.id, creator: { userId: creator.id, role: 'creator', locale: 'en', ...actor } };
}

async function addFans(
  { db: { sql } }: MoneyContext,
  stripe: StripeProcess,
  poolId: string,
  { fans, amountCents, prefix }: { fans: number; amountCents: number; prefix: string },
): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    insert into users (email, username, email_verified_at)
    select ${prefix} || '_' || n || '@example.org', ${prefix} || '_' || n, now() from generate_series(1, ${fans}::int) n
    returning id`;
  const { customers } = await stripe.control<{ customers: { userId: string; customer: string; card: string }[] }>(
    'customers',
    { userIds: rows.map(({ id }) => id) },
  );
  const column = (field: 'userId' | 'customer' | 'card') => customers.map((row) => row[field]);
  await sql`
    insert into processor_customers (user_id, processor, customer_ref)
    select id, 'stripe', ref from unnest(${column('userId')}::uuid[], ${column('customer')}::text[]) as c (id, ref)`;
  await sql`
    with cards as (
      insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
      select id, 'stripe', ref, 'visa', '4242', 12, 2040
      from unnest(${column('userId')}::uuid[], ${column('card')}::text[]) as c (id, ref)
      returning id, user_id
    )
    insert into pledges (pool_id, fan_id, amount_cents, status, request_key, request_cents, card_id, pledged_at)
    select ${poolId}, user_id, ${amountCents}, 'pledged', gen_random_uuid(), ${amountCents}, id, now() from cards`;
  await sql`
    update pools set pledged_cents = ${fans * amountCents}, fan_count = ${fans} where id = ${poolId}`;
}
