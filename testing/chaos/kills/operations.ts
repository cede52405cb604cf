import { randomUUID } from 'node:crypto';
import { actOnPool, decideContentClaim, listContentClaims } from '#contract/admin/moderation.ts';
import { getContent, submitContent } from '#contract/delivery.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { acceptPool } from '#contract/pools/pools.ts';
import { eventually } from '#testing/builders.ts';
import { join, newPool } from '../people.ts';
import { Refused } from '../retrying-client.ts';
import { referenceOf } from '../stripe/stripe-books.ts';
import type { KillStage, Operation } from './stage.ts';

interface Pledged {
  poolId: string;
  pledgeId: string;
  amountCents: number;
}

/** The creator accepts a pool, and the server charges its only fan. */
export async function charge(stage: KillStage): Promise<Operation> {
  const pledged = await pledge(stage);
  return {
    begin: () => accept(stage, pledged),
    read: () => readMoney(stage, pledged.pledgeId),
    end: paidEnd(pledged),
  };
}

/** An admin removes a pool whose fan has paid. */
export async function refund(stage: KillStage): Promise<Operation> {
  const pledged = await pay(stage);
  const call = { params: { id: pledged.poolId }, body: { action: 'remove', reason: 'chaos' } } as const;
  return {
    begin: () => untilAnswered(stage.people.admin.call(actOnPool, call)),
    read: () => readMoney(stage, pledged.pledgeId),
    end: {
      ...paidEnd(pledged),
      pledge: 'refunded',
      pool: 'removed',
      access: 0,
      heldCents: 0,
      refunds: [pledged.amountCents],
    },
  };
}

/** An admin approves a delivery, the fan may read it, and the creator is paid a second later. */
export async function deliver(stage: KillStage): Promise<Operation> {
  const { admin, creator, fans } = stage.people;
  const pledged = await pay(stage);
  const params = { id: pledged.poolId };
  await creator.call(submitContent, { params, body: { note: 'Here it is', text: 'La la la' } });
  const { items } = await admin.call(listContentClaims, { query: { status: 'pending' } });
  const id = items.find(({ poolId }) => poolId === pledged.poolId)?.id ?? '';
  return {
    begin: () => untilAnswered(admin.call(decideContentClaim, { params: { id }, body: { status: 'approved' } })),
    read: async () => ({
      ...(await readMoney(stage, pledged.pledgeId)),
      deliveries: (await fans[0]?.client.call(getContent, { params }))?.deliveries.length,
    }),
    end: { ...paidEnd(pledged), pool: 'completed', heldCents: 0, payouts: ['paid'], transfers: 1, deliveries: 1 },
  };
}

/** A new fan enters a card on Stripe's page and closes the window, so that only a webhook tells the server. */
export async function saveCard(stage: KillStage): Promise<Operation> {
  const poolId = await newPool(stage.people.admin, 100_000_00);
  const { client, id: fanId } = await stage.newFan();
  const amountCents = stage.random.between(300, 9000);
  const body = { amountCents, requestKey: randomUUID() };
  const { setup } = await client.call(pledgeToPool, { params: { poolId }, body });
  return {
    begin: async () => void (await stage.stripe.enterCard(setup?.url)),
    async read() {
      const [row] = await stage.sql`
        select o.pledged_cents, o.fan_count, array(select status from pledges where pool_id = o.id) as pledges,
          (select count(*)::int from cards where user_id = ${fanId}) as cards,
          array(select i.type from webhook_inbox i join card_setups s on i.payload->>'reference' = 'setup:' || s.id
            where s.user_id = ${fanId} and i.processed_at is not null) as webhooks
        from pools o where o.id = ${poolId}`;
      return { ...row };
    },
    end: {
      pledgedCents: amountCents,
      fanCount: 1,
      pledges: ['pledged'],
      cards: 1,
      webhooks: ['checkout.session.completed'],
    },
  };
}

/** A person signs up and gets an email. */
export async function sendMail(stage: KillStage): Promise<Operation> {
  let address = '';
  return {
    async begin() {
      const { username } = await join(stage.url, stage.traffic, 'fan');
      address = `${username}@example.org`;
    },
    async read() {
      const copies = stage.mail.accepted.get(address) ?? [];
      return { emails: new Set(copies).size, hasAtMostOneDuplicate: copies.length <= 2 };
    },
    end: { emails: 1, hasAtMostOneDuplicate: true },
  };
}

async function pledge({ people, random }: KillStage): Promise<Pledged> {
  const [fan] = people.fans;
  if (!fan) throw new Error('there is no fan');
  const amountCents = random.between(1000, 9000);
  const poolId = await newPool(people.admin, amountCents, people.creatorProfileId);
  const { id: pledgeId } = await fan.pledge(poolId, amountCents);
  return { poolId, pledgeId, amountCents };
}

async function accept({ people }: KillStage, { poolId }: Pledged): Promise<void> {
  const body = { deliveryDays: 7, floorCents: 1000 };
  await untilAnswered(people.creator.call(acceptPool, { params: { id: poolId }, body }));
}

async function pay(stage: KillStage): Promise<Pledged> {
  const pledged = await pledge(stage);
  await accept(stage, pledged);
  await eventually(
    () => readMoney(stage, pledged.pledgeId),
    ({ pool }) => pool === 'in_production',
  );
  await stage.rest();
  return pledged;
}

/** The client has repeated the call. If an earlier try took effect and its answer was lost, the last one is refused. */
async function untilAnswered(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof Refused) || (error.code !== 'pool_state' && error.code !== 'conflict')) throw error;
  }
}

const paidEnd = ({ amountCents }: Pledged) => ({
  pledge: 'paid',
  pool: 'in_production',
  attempts: ['succeeded'],
  access: 1,
  heldCents: amountCents,
  payouts: [] as string[],
  intents: 1,
  charges: [amountCents],
  refunds: [] as number[],
  transfers: 0,
});

/** Where the money of a pool's only pledge is, in our books and at Stripe, in cents. */
async function readMoney({ sql, stripe }: KillStage, pledgeId: string) {
  const [row] = await sql<
    { pledge: string; pool: string; attempts: string[]; access: number; heldCents: number; payouts: string[] }[]
  >`
    select l.status as pledge, o.status as pool,
      array(select status from payments where subject = 'pledge:' || l.id) as attempts,
      (select count(*)::int from content_access where pledge_id = l.id) as access,
      (select coalesce(-sum(amount_cents), 0)::bigint from ledger_entries where account = 'held:' || o.id) as held_cents,
      array(select status from payouts where subject = 'pool:' || o.id) as payouts
    from pledges l join pools o on o.id = l.pool_id where l.id = ${pledgeId}`;
  if (!row) throw new Error(`the pledge ${pledgeId} is gone`);
  const keys = await sql<{ reference: string }[]>`
    select idempotency_key as reference from payments where subject = ${`pledge:${pledgeId}`}`;
  const references = keys.map(({ reference }) => reference);
  const [intents, charges, refunds, transfers] = await Promise.all([
    stripe.process.table('paymentIntents'),
    stripe.process.table('charges'),
    stripe.process.table('refunds'),
    stripe.process.table('transfers'),
  ]);
  const ours = charges.filter((one) => one.status === 'succeeded' && references.includes(referenceOf(one)));
  const ids = ours.map(({ id }) => id);
  return {
    ...row,
    intents: intents.filter((one) => references.includes(referenceOf(one))).length,
    charges: ours.map(({ amount }) => amount),
    refunds: refunds.filter(({ charge: id }) => ids.includes(String(id))).map(({ amount }) => amount),
    transfers: transfers.filter(({ source_transaction: id }) => ids.includes(String(id))).length,
  };
}
