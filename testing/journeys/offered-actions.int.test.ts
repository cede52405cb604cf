import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { AppError } from '#contract/app-error.ts';
import * as claims from '#contract/claims.ts';
import { setLatePledges as lateEndpoint } from '#contract/contributors.ts';
import { getCreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { submitContent as submitEndpoint } from '#contract/delivery.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { PledgePermissions, PledgeView } from '#contract/pledges/pledge-view.ts';
import * as pledges from '#contract/pledges/pledges.ts';
import type { CreatorPermissions } from '#contract/pools/pool-permissions.ts';
import { endedPoolStatuses } from '#contract/pools/pool-status.ts';
import * as pools from '#contract/pools/pools.ts';
import * as reports from '#contract/reports.ts';
import * as updates from '#contract/updates.ts';
import { submitContent } from '#server/delivery/submit-content.ts';
import { makeReport } from '#server/moderation/make-report.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { requireAccess } from '#server/platform/http/routes.ts';
import { changePledge } from '#server/pledges/change-pledge.ts';
import { payPledge } from '#server/pledges/pay-pledge.ts';
import { pledgeToPool } from '#server/pledges/pledge-to-pool.ts';
import { replacePledgeCard } from '#server/pledges/replace-pledge-card.ts';
import { withdrawPledge } from '#server/pledges/withdraw-pledge.ts';
import { claimPool } from '#server/pools/claims/claim-pool.ts';
import { editPool } from '#server/pools/edit-pool.ts';
import { acceptPool } from '#server/pools/lifecycle/accept-pool.ts';
import { declinePool, giveUpPool, proceedWithPool } from '#server/pools/lifecycle/answer-as-creator.ts';
import { cancelPool } from '#server/pools/lifecycle/cancel-pool.ts';
import { setLatePledges } from '#server/pools/set-late-pledges.ts';
import { postUpdate } from '#server/updates/post-update.ts';
import { HttpSite, type Member } from './http-site.ts';
import { createPoolsInEveryState } from './pools-in-every-state.ts';

/** Compares what a pool says that a person may do with what happens when they do it: every role, in every state. */
let site: HttpSite;
let people: Record<'owner' | 'creator' | 'otherCreator' | 'fan' | 'broke' | 'stranger' | 'suspended' | 'admin', Member>;
let staged: Record<pools.PoolStatus, pools.Pool>;
let creatorId: string;
let unclaimed: pools.Pool;

beforeAll(async () => {
  site = await HttpSite.open();
  const owner = await site.member('owner');
  const creator = await site.creator();
  const otherCreator = await site.creator();
  const [fan, stranger, suspended] = await site.crowd(3, 'pays');
  const [broke] = await site.crowd(1, 'insufficient_funds');
  if (!fan || !stranger || !suspended || !broke) throw new Error('the crowd is empty');
  creatorId = creator.id;
  staged = await createPoolsInEveryState(site, { owner, creator, fan, broke });
  unclaimed = await site.newPool(owner, null);
  // A pledge without a card does not count as someone else's.
  await fan.client.call(pledges.pledgeToPool, {
    params: { poolId: staged.open.id },
    body: { amountCents: 10_00, requestKey: randomUUID() },
  });
  await site.sql`update users set suspended_at = now() where id = ${suspended.id}`;
  people = { owner, creator, otherCreator, fan, broke, stranger, suspended, admin: site.admin };
}, 120_000);
afterAll(() => site.close());

/** Ends an action that went through, so that its changes are undone and the next one finds the same pool. */
class Undone extends Error {}

/** A context whose transactions decide as usual, and then undo what they wrote. */
function undoing(context: MoneyContext): MoneyContext {
  const tx: MoneyContext['db']['tx'] = (work) =>
    context.db.tx(async (connection) => {
      const value = await work(connection);
      // A transaction that only checks something, with locks, lets the action continue.
      const [row] = await connection<{ isWritten: boolean }[]>`
        select exists (
          select from (
            select xmin from pools union all select xmin from pledges union all select xmin from pledge_restarts
            union all select xmin from pool_claims union all select xmin from pool_updates union all select xmin from reports
          ) written where xmin = pg_current_xact_id_if_assigned()::xid) as is_written`;
      if (row?.isWritten) throw new Undone();
      return value;
    });
  return Object.create(context, { db: { value: Object.create(context.db, { tx: { value: tx } }) } });
}

type Attempt = (context: MoneyContext, actor: Actor, poolId: string) => Promise<unknown>;
/** `pledge` stands for `pledgeLate`, too: the action is the same. */
const actions: Record<string, [AnyEndpoint, Attempt]> = {
  pledge: [
    pledges.pledgeToPool,
    (context, actor, poolId) =>
      pledgeToPool(context, actor, { poolId, amountCents: 10_00, requestKey: randomUUID(), seesAdult: false }),
  ],
  edit: [pools.editPool, (context, actor, poolId) => editPool(context, actor, poolId, {})],
  cancel: [
    pools.cancelPool,
    (context, actor, poolId) => cancelPool(context, actor, '192.0.2.1', { key: poolId, reason: 'No time.' }),
  ],
  claim: [
    claims.claimPool,
    (context, actor, poolId) =>
      claimPool(context, actor, poolId, { message: 'I would love to make it.', proofUrl: 'https://example.org/me' }),
  ],
  postUpdates: [
    updates.postUpdate,
    (context, actor, poolId) =>
      postUpdate(context, { actor, seesAdult: false }, poolId, {
        content: 'We recorded the first verse.',
        audience: 'everyone',
        imageIds: [],
        requestKey: randomUUID(),
      }),
  ],
  report: [
    reports.makeReport,
    (context, actor, poolId) => makeReport(context, actor, { kind: 'pool', id: poolId, reason: 'It is spam.' }),
  ],
};

async function actorOf({ client }: Member): Promise<Actor> {
  const actor = await site.app.context.http.readSession(client.cookies.get('sid') ?? '');
  if (!actor) throw new Error('the person has no session');
  return actor;
}

/** The code of the refusal; null if the action goes through. */
async function refusalOf<Subject>(
  [endpoint, attempt]: [AnyEndpoint, (context: MoneyContext, actor: Actor, subject: Subject) => Promise<unknown>],
  actor: Actor,
  subject: Subject,
): Promise<string | null> {
  try {
    requireAccess(endpoint, actor);
    await attempt(undoing(site.app.context), actor, subject);
    return null;
  } catch (error) {
    if (error instanceof Undone) return null;
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

type PledgeAttempt = (context: MoneyContext, actor: Actor, pledge: PledgeView) => Promise<unknown>;
const viewerOf = ({ userId }: Actor) => ({ userId, seesAdult: false });
const pledgeActions: Record<keyof PledgePermissions, [AnyEndpoint, PledgeAttempt]> = {
  change: [
    pledges.changePledge,
    (context, actor, { id, amountCents }) => changePledge(context, viewerOf(actor), { pledgeId: id, amountCents }),
  ],
  withdraw: [pledges.withdrawPledge, (context, actor, { id }) => withdrawPledge(context, viewerOf(actor), id)],
  setUp: [
    pledges.pledgeToPool,
    async (context, actor, { id, poolId, amountCents }) => {
      const [row] = await site.sql<{ key: string }[]>`select request_key as key from pledges where id = ${id}`;
      const request = { poolId, amountCents, requestKey: row?.key ?? '', seesAdult: false };
      const { setup } = await pledgeToPool(context, actor, request);
      if (!setup) throw appError('pledge_locked');
    },
  ],
  pay: [pledges.payPledge, (context, actor, { id }) => payPledge(context, viewerOf(actor), { pledgeId: id })],
  replaceCard: [pledges.replacePledgeCard, (context, actor, { id }) => replacePledgeCard(context, viewerOf(actor), id)],
};
const terms = { deliveryDays: 7, floorCents: 0 };
const creatorActions: Record<keyof CreatorPermissions, [AnyEndpoint, Attempt]> = {
  accept: [
    pools.acceptPool,
    async (context, actor, poolId) => {
      const [row] = await site.sql<Partial<typeof terms>[]>`
        select delivery_days, floor_cents from pools where id = ${poolId} and status = 'accepted'`;
      const answer = { ...terms, ...row };
      // With or without waiting for the goal.
      await acceptPool(context, actor, poolId, answer).catch((error: unknown) => {
        if (error instanceof Undone) throw error;
        return acceptPool(context, actor, poolId, { ...answer, atCurrentAmount: true });
      });
    },
  ],
  decline: [pools.declinePool, (context, actor, poolId) => declinePool(context, actor, poolId, 'No time.')],
  proceed: [pools.proceedWithPool, proceedWithPool],
  giveUp: [pools.giveUpPool, giveUpPool],
  deliver: [
    submitEndpoint,
    (context, actor, poolId) => submitContent(context, actor, { poolId, note: 'Here it is', text: 'La la la' }),
  ],
  setLatePledges: [lateEndpoint, (context, actor, poolId) => setLatePledges(context, actor, { poolId, allowed: true })],
};

/** Repeating these is no error, because a person may press twice. */
const isRepeated = (name: string, { status }: PledgeView) =>
  (name === 'pay' && status === 'charging') || (name === 'withdraw' && status === 'withdrawn');

const faultOf = (what: string, may: boolean, refusal: string | null) =>
  may === (refusal === null) ? [] : [`${what} is ${may}, but the answer is ${refusal}`];

async function pledgeFaultsOf(role: string, { client }: Member, actor: Actor, pledge: PledgeView): Promise<string[]> {
  const faults: string[] = [];
  const { can } = await client.call(pledges.getPledge, { params: { id: pledge.id } });
  expect(pledge.can).toEqual(can);
  for (const [name, action] of Object.entries(pledgeActions)) {
    if (isRepeated(name, pledge)) continue;
    const refusal = await refusalOf(action, actor, pledge);
    faults.push(...faultOf(`${role}, ${pledge.status}: ${name}`, can[name as keyof PledgePermissions], refusal));
  }
  return faults;
}

async function creatorFaultsOf({ client }: Member, actor: Actor, poolId: string): Promise<string[]> {
  const faults: string[] = [];
  const { request } = await client.call(getCreatorRequest, { params: { id: poolId } });
  for (const [name, action] of Object.entries(creatorActions)) {
    const may = request?.can[name as keyof CreatorPermissions] ?? false;
    faults.push(...faultOf(`creator: ${name}`, may, await refusalOf(action, actor, poolId)));
  }
  return faults;
}

/** The permissions of a pool that differ from the real answers; empty if every permission is the real answer. */
async function faultsOf(poolId: string): Promise<string[]> {
  const faults: string[] = [];
  for (const [role, person] of Object.entries(people)) {
    const actor = await actorOf(person);
    const pool = await site.pool(poolId, person).catch(() => undefined);
    const can = pool && { ...pool.can, pledge: pool.can.pledge || pool.can.pledgeLate };
    for (const [name, action] of Object.entries(actions)) {
      const refusal = await refusalOf(action, actor, poolId);
      faults.push(...faultOf(`${role}: ${name}`, can?.[name as keyof typeof can] ?? false, refusal));
      if (name === 'pledge' && pool && !actor.suspended && pool.pledgeRefusal !== refusal)
        faults.push(`${role}: pledgeRefusal is ${pool.pledgeRefusal} instead of ${refusal}`);
    }
    if (actor.userId === creatorId) faults.push(...(await creatorFaultsOf(person, actor, poolId)));
    if (pool?.myPledge) faults.push(...(await pledgeFaultsOf(role, person, actor, pool.myPledge)));
  }
  return faults;
}

it.each(pools.poolStatuses)('offers in %s what the actions then accept, and nothing else', async (status) => {
  expect(await faultsOf(staged[status].id)).toEqual([]);
});

it('offers a pool without a creator to creators only', async () => {
  expect(await faultsOf(unclaimed.id)).toEqual([]);
  expect(await site.pool(unclaimed.id, people.otherCreator)).toMatchObject({ can: { claim: true }, claim: 'possible' });
  expect(await site.pool(unclaimed.id, people.stranger)).toMatchObject({ can: { claim: false }, claim: null });
});

it('offers the pool to the owner until someone else has pledged', async () => {
  expect((await site.pool(staged.open.id, people.owner)).can).toMatchObject({ edit: true, cancel: true });
  expect((await site.pool(staged.goal_met.id, people.owner)).can).toMatchObject({ edit: false, cancel: false });
});

it.each(['owner', 'creator'] as const)(
  'offers to an admin who is the %s what the actions then accept',
  async (role) => {
    const { id: userId } = people[role];
    const [before] = await site.sql<{ role: string }[]>`select role from users where id = ${userId}`;
    await site.sql`update users set role = 'admin' where id = ${userId}`;
    for (const { id } of Object.values(staged)) expect(await faultsOf(id)).toEqual([]);
    // The owner gains nothing when fans get their money back; the creator may.
    for (const { id } of [staged.open, staged.goal_met])
      expect((await site.pool(id, people[role])).can.cancel).toBe(role === 'owner');
    await site.sql`update users set role = ${before?.role ?? 'user'} where id = ${userId}`;
  },
);

it('offers late pledges to a delivered pool', async () => {
  const late = [staged.delivered.id, staged.completed.id];
  await site.sql`update pools set allow_late_pledges = true where id = any(${late}::uuid[])`;
  for (const id of late) {
    expect(await faultsOf(id)).toEqual([]);
    expect((await site.pool(id, people.stranger)).can).toMatchObject({ pledge: false, pledgeLate: true });
  }
  await people.stranger.client.call(pledges.pledgeToPool, {
    params: { poolId: staged.delivered.id },
    body: { amountCents: 10_00, requestKey: randomUUID() },
  });
  expect(await faultsOf(staged.delivered.id)).toEqual([]);
  expect((await site.pool(staged.delivered.id, people.stranger)).myPledge?.can).toMatchObject({
    setUp: true,
    pay: true,
  });
});

it('offers nothing after a deadline that its job has not seen yet', async () => {
  const pool = await site.newPool(people.owner, null);
  const [row] = await site.sql<{ deadline: Date }[]>`select deadline from pools where id = ${pool.id}`;
  await site.sql`update pools set deadline = now() - interval '1 ms' where id = ${pool.id}`;
  expect(await faultsOf(pool.id)).toEqual([]);
  expect((await site.pool(pool.id, people.owner)).can).toMatchObject({ pledge: false, cancel: false });
  await site.sql`update pools set deadline = ${row?.deadline ?? null} where id = ${pool.id}`;
});

it('offers while the creator is suspended what the actions then accept', async () => {
  await site.sql`update users set suspended_at = now() where id = ${creatorId}`;
  for (const { id } of Object.values(staged)) expect(await faultsOf(id)).toEqual([]);
  await site.sql`update users set suspended_at = null where id = ${creatorId}`;
});

it('offers nothing to a suspended fan', async () => {
  await site.sql`update users set suspended_at = now() where id = ${people.fan.id}`;
  for (const { id } of [staged.open, staged.goal_met, staged.delivered]) expect(await faultsOf(id)).toEqual([]);
  await site.sql`update users set suspended_at = null where id = ${people.fan.id}`;
});

it('offers in a frozen pool what the actions then accept', async () => {
  for (const { id, status } of Object.values(staged)) {
    if (endedPoolStatuses.includes(status)) continue;
    await site.admin.client.call(actOnPool, { params: { id }, body: { action: 'freeze', reason: 'Under review.' } });
    expect(await faultsOf(id)).toEqual([]);
  }
});

it('tells a visitor what a new person may do', async () => {
  const { client } = site.visitor();
  const { can } = await client.call(pools.getPool, { params: { id: unclaimed.id } });
  expect(Object.entries(can).filter(([, may]) => may)).toEqual([
    ['pledge', true],
    ['report', true],
  ]);
});
