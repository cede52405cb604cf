import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { getContent, objectToDelivery } from '#contract/delivery.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import {
  changePledge,
  dismissPledge,
  getPledge,
  payPledge,
  pledgeToPool,
  withdrawPledge,
} from '#contract/pledges/pledges.ts';
import {
  acceptPool,
  cancelPool,
  declinePool,
  editPool,
  getPool,
  type Pool,
  type PoolStatus,
  poolStatuses,
} from '#contract/pools/pools.ts';
import { CallRefused, type TestClient } from '#testing/client.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';
import { calls, type PoolCall, type Role, reason } from './pool-calls.ts';
import { createPoolsInEveryState } from './pools-in-every-state.ts';

/** Permissions by role and pool state: any other call is refused with its reason and changes nothing. */
let site: HttpSite;
let pools: Record<PoolStatus, Pool>;
let people: Record<Role, TestClient>;

beforeAll(async () => {
  site = await HttpSite.open();
  const [owner, suspended, newcomer] = await Promise.all([
    site.member('owner'),
    site.member('suspended'),
    site.member('newcomer'),
  ]);
  const [creator, otherCreator]: CreatorMember[] = [await site.creator(), await site.creator()];
  const [fan] = await site.crowd(1, 'pays');
  const [broke] = await site.crowd(1, 'insufficient_funds');
  if (!creator || !otherCreator || !fan || !broke) throw new Error('the crowd is empty');
  await site.giveCard(newcomer.id, 'pays');
  await site.sql`update users set suspended_at = now() where id = ${suspended.id}`;
  pools = await createPoolsInEveryState(site, { owner, creator, fan, broke });
  const client = ({ client: own }: Member) => own;
  people = {
    visitor: site.app.client(),
    fan: client(fan),
    broke: client(broke),
    newcomer: client(newcomer),
    otherCreator: client(otherCreator),
    owner: client(owner),
    creator: client(creator),
    admin: site.admin.client,
    suspended: client(suspended),
  };
}, 120_000);
afterAll(() => site.close());

const hidden: PoolStatus[] = ['in_review', 'removed'];
async function refusalOf(role: Role, { endpoint, body }: Pick<PoolCall, 'endpoint' | 'body'>, pool: Pool) {
  const params = { id: pool.id, poolId: pool.id };
  return people[role].call(endpoint, { params, ...(body ? { body } : {}) } as never).then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof CallRefused) return error;
      throw error;
    },
  );
}

/** The pool's row and the number of its events, pledges and claims, to show that a call changed nothing. */
async function fingerprint(pool: Pool): Promise<unknown> {
  const [row] = await site.sql`
    select p.*, (select count(*) from pool_events e where e.pool_id = p.id) as events,
      (select count(*) from pledges l where l.pool_id = p.id) as pledges,
      (select count(*) from content_claims c where c.pool_id = p.id) as claims
    from pools p where p.id = ${pool.id}`;
  return row;
}

describe.each(Object.entries(calls))('%s', (_name, call) => {
  const wrong = poolStatuses.filter((status) => !call.states.includes(status));
  it.each(wrong)('is refused while the pool is %s', async (status) => {
    const before = await fingerprint(pools[status]);
    const [actor] = call.actors;
    const refusal = await refusalOf(actor ?? 'visitor', call, pools[status]);
    expect(refusal).toBeInstanceOf(CallRefused);
    const { code, status: http } = refusal as CallRefused;
    if (call.endpoint === pledgeToPool) expect(code).toBe(hidden.includes(status) ? 'not_found' : 'pool_closed');
    else if (call.endpoint === objectToDelivery) {
      // A fan who never paid sees no delivery; a contributor is too early or too late.
      expect(['content_locked', 'objection_closed', 'not_found']).toContain(code);
    } else expect([code, http]).toEqual(['pool_state', 409]);
    expect(await fingerprint(pools[status])).toEqual(before);
  });

  const others = (['visitor', 'suspended', 'fan', 'otherCreator', 'owner', 'creator', 'admin'] as const).filter(
    (role) => !call.actors.includes(role),
  );
  it.each(others)('is refused for the role %s', async (role) => {
    const pool = pools[call.states[0] ?? 'open'];
    const before = await fingerprint(pool);
    const refusal = (await refusalOf(role, call, pool)) as CallRefused;
    expect(refusal).toBeInstanceOf(CallRefused);
    if (role === 'visitor') expect([refusal.status, refusal.code]).toEqual([401, 'not_signed_in']);
    else if (role === 'suspended') expect([refusal.status, refusal.code]).toEqual([403, 'suspended']);
    else if (call.endpoint === cancelPool) expect(['own_pool_only', 'not_found']).toContain(refusal.code);
    else if (call.endpoint === pledgeToPool && role === 'creator') expect(refusal.code).toBe('own_request');
    else if (call.endpoint === pledgeToPool) expect(['no_saved_card', 'pledge_exists']).toContain(refusal.code);
    else expect(refusal.code).toBe(call.refusal);
    expect(await fingerprint(pool)).toEqual(before);
  });
});

describe('admin actions on pools', () => {
  it.each(poolStatuses.filter((status) => status !== 'in_review'))(
    'refuse to open a pool that is %s',
    async (status) => {
      const refusal = await refusalOf(
        'admin',
        { endpoint: actOnPool, body: { action: 'open', reason } },
        pools[status],
      );
      expect(refusal).toMatchObject({ code: 'pool_state' });
    },
  );
  it.each(['completed', 'expired', 'declined', 'lapsed', 'cancelled', 'refunded', 'removed'] as const)(
    'refuse to freeze a pool that is %s',
    async (status) => {
      const refusal = await refusalOf(
        'admin',
        { endpoint: actOnPool, body: { action: 'freeze', reason } },
        pools[status],
      );
      expect(refusal).toMatchObject({ code: 'pool_state' });
    },
  );
  it.each(['fan', 'owner', 'creator', 'otherCreator'] as const)('are refused for the role %s', async (role) => {
    for (const action of ['open', 'highlight', 'freeze', 'remove']) {
      const refusal = await refusalOf(role, { endpoint: actOnPool, body: { action, reason } }, pools.open);
      expect(refusal).toMatchObject({ status: 403, code: 'forbidden' });
    }
  });
});

describe('a pledge', () => {
  const acts: [string, AnyEndpoint, Record<string, unknown>?][] = [
    ['reading', getPledge],
    ['changing', changePledge, { amountCents: 99_00 }],
    ['withdrawing', withdrawPledge],
    ['paying', payPledge, {}],
    ['dismissing', dismissPledge],
  ];
  const asking = (role: Role, endpoint: AnyEndpoint, id: string, body?: Record<string, unknown>) =>
    people[role].call(endpoint, { params: { id }, ...(body ? { body } : {}) } as never).then(
      () => 'done',
      (error: CallRefused) => `${error.status} ${error.code}`,
    );
  const pledgeIn = async (status: PoolStatus, role: 'fan' | 'broke' = 'fan') => {
    const { myPledge } = await people[role].call(getPool, {
      params: { id: pools[status].id },
    });
    return myPledge?.id ?? '';
  };

  it.each(acts)('refuses %s by anyone but its fan', async (_name, endpoint, body) => {
    const id = await pledgeIn('collecting', 'broke');
    expect(await asking('visitor', endpoint, id, body)).toBe('401 not_signed_in');
    for (const role of ['fan', 'owner', 'creator', 'admin'] as const) {
      expect([role, await asking(role, endpoint, id, body)]).toEqual([role, '404 not_found']);
    }
    expect(await asking('suspended', endpoint, id, body)).toBe(
      endpoint.method === 'GET' ? '404 not_found' : '403 suspended',
    );
    expect(await asking('broke', endpoint, randomUUID(), body)).toBe('404 not_found');
    expect(await asking('broke', endpoint, 'no-id-at-all', body)).toBe('404 not_found');
  });

  it.each(['collecting', 'shortfall', 'in_production', 'delivered', 'completed', 'declined', 'refunded'] as const)(
    'cannot change while its pool is %s',
    async (status) => {
      const id = await pledgeIn(status);
      expect(await asking('fan', changePledge, id, { amountCents: 99_00 })).toBe('409 pledge_locked');
      expect(await asking('fan', withdrawPledge, id)).toBe('409 pledge_locked');
      expect(await asking('fan', payPledge, id, {})).toBe('409 nothing_due');
      expect(await asking('fan', dismissPledge, id)).toBe('409 nothing_due');
    },
  );

  it('gives access to the delivery only when paid; the creator and admins always have it', async () => {
    const statusFor = async (role: Role, status: PoolStatus) =>
      people[role].call(getContent, { params: { id: pools[status].id } }).then(
        ({ deliveries }) => deliveries.length,
        ({ status: http, code }: CallRefused) => `${http} ${code}`,
      );
    for (const role of ['fan', 'creator', 'admin'] as const)
      expect([role, await statusFor(role, 'delivered')]).toEqual([role, 1]);
    for (const role of ['owner', 'otherCreator', 'broke', 'suspended', 'newcomer'] as const) {
      expect([role, await statusFor(role, 'delivered')]).toEqual([role, '403 content_locked']);
    }
    expect(await statusFor('visitor', 'delivered')).toBe('401 not_signed_in');
    expect(await statusFor('fan', 'refunded')).toBe('403 content_locked');
  });
});

describe('error messages', () => {
  const cases: [string, () => Promise<unknown>, string][] = [
    ['a goal of nothing', () => site.newPool(owner(), null, { fundingGoal: 1 }), 'Goal must be at least $10'],
    ['a goal of a million', () => site.newPool(owner(), null, { fundingGoal: 1e8 }), 'Goal must be $100,000 or less'],
    ['no title', () => site.newPool(owner(), null, { title: '  ' }), 'Title is required'],
    ['no words', () => site.newPool(owner(), null, { description: ' ' }), 'Description is required'],
    ['no category', () => site.newPool(owner(), null, { categories: [] }), 'Category is required'],
    ['a small pledge', () => pledging({ amountCents: 299 }), 'The minimum pledge is $3'],
    ['a huge pledge', () => pledging({ amountCents: 10_000_01 }), 'The maximum pledge is $10,000'],
    ['a pledge of a half cent', () => pledging({ amountCents: 1000.5 }), 'Amount must be a whole number of cents'],
    ['a negative pledge', () => pledging({ amountCents: -500 }), 'Amount must be more than zero'],
    ['no request key', () => pledging({ requestKey: undefined }), 'A request key is required'],
    ['no delivery date', () => accepting({ deliveryDays: 0 }), 'Delivery takes 1 to 60 days'],
    ['a late delivery', () => accepting({ deliveryDays: 61 }), 'Delivery takes 1 to 60 days'],
    ['a floor above the goal', () => accepting({ floorCents: 99_999_00 }), 'The floor can’t be higher than the goal.'],
    ['no reason', () => people.creator.call(declinePool, { ...open(), body: { reason: '' } }), 'Reason is required'],
  ];
  const owner = () => ({ id: '', username: '', email: '', client: people.owner });
  const open = () => ({ params: { id: pools.open.id } });
  const pledging = (changes: object) =>
    people.newcomer.call(pledgeToPool, {
      params: { poolId: pools.open.id },
      body: { amountCents: 10_00, requestKey: 'words-of-refusal', ...changes } as never,
    });
  const accepting = (changes: object) =>
    people.creator.call(acceptPool, { ...open(), body: { deliveryDays: 7, floorCents: 10_00, ...changes } });

  it.each(cases)('%s', async (_name, attempt, message) => {
    const refusal = (await attempt().then(
      () => undefined,
      (error: unknown) => error,
    )) as CallRefused;
    expect(refusal).toBeInstanceOf(CallRefused);
    expect(refusal.status).toBe(400);
    expect([refusal.message, ...Object.values(refusal.fields)]).toContain(message);
  });

  it('refuse undeclared fields instead of dropping them', async () => {
    const sneaky = { ...open(), body: { title: 'Another song', status: 'completed' } as never };
    await expect(people.owner.call(editPool, sneaky)).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(pledging({ status: 'paid' })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
