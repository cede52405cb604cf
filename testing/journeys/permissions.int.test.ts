import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDirectConversation } from '#contract/chat.ts';
import { addComment } from '#contract/comments.ts';
import { type AnyEndpoint, endpointUrl, type Who } from '#contract/endpoint.ts';
import { pledgeToPool } from '#contract/pledges.ts';
import { createPool } from '#contract/pools.ts';
import { newToken } from '#server/accounts/tokens.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { TestClient } from '#testing/client.ts';
import { type Role, type Rule, roles, rules } from './permission-rules.ts';
import { sampleOf } from './sample.ts';

/**
 * The permission matrix: every endpoint of the contract, called by each role. `who` decides about the caller. Endpoints that act on one
 * object have a rule below; an endpoint with an id in its path and without a rule fails.
 */

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'who' in value && 'output' in value;
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const folder = join(import.meta.dirname, '../../contract');
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const modules: object[] = await Promise.all(files.map((file) => import(join(folder, file))));
const found = modules.flatMap((module) => Object.values(module) as unknown[]).filter(isEndpoint);
const endpoints = new Map(found.map((endpoint) => [nameOf(endpoint), endpoint]));

/** Calls that end the caller's session or account, or their rights. Their matrix is in `who` alone; journeys test the rest. */
const endsTheCaller = [
  'POST /api/logout',
  'DELETE /api/user',
  'DELETE /api/user/sessions',
  'POST /api/user/password',
  'POST /api/login',
  'POST /api/register',
];

const permissionCodes = [
  'not_signed_in',
  'forbidden',
  'suspended',
  'not_found',
  'not_your_request',
  'own_pool_only',
  'content_locked',
  'not_in_conversation',
  'own_message_only',
];

let app: TestApp;
let clients: Record<Role, TestClient>;
let objects: Record<Rule['on'], string>;

/** Inserts people with real sessions, because sign-up hashes a password for each. */
async function enter(role: Exclude<Role, 'visitor'>): Promise<{ id: string; sessionId: string; client: TestClient }> {
  const { sql } = app.context.db;
  const username = `m_${role.toLowerCase()}_${randomBytes(3).toString('hex')}`;
  const roleName = role === 'admin' ? 'admin' : /creator/i.test(role) ? 'creator' : 'user';
  const person = {
    id: randomUUID(),
    email: `${username}@example.org`,
    username,
    role: roleName,
    emailVerifiedAt: new Date(),
  };
  await sql`insert into users ${sql(person)}`;
  const { token, tokenHash } = newToken();
  const [session] = await sql<{ id: string }[]>`
    insert into sessions (token_hash, user_id, expires_at) values (${tokenHash}, ${person.id}, now() + interval '1 hour') returning id`;
  const client = app.client();
  client.cookies.set('sid', token);
  return { id: person.id, sessionId: session?.id ?? '', client };
}

async function addProfile(ownerId: string): Promise<{ id: string; username: string }> {
  const [profile] = await app.context.db.sql<{ id: string; username: string }[]>`
    insert into creator_profiles (username, full_name, display_name, status, owner_id)
    select username, username, username, 'verified', id from users where id = ${ownerId} returning id, username`;
  if (!profile) throw new Error('no profile');
  return profile;
}

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: 'off' } });
  const { sql } = app.context.db;
  const people = Object.fromEntries(
    await Promise.all(
      roles.filter((role) => role !== 'visitor').map(async (role) => [role, await enter(role)] as const),
    ),
  ) as Record<Exclude<Role, 'visitor'>, Awaited<ReturnType<typeof enter>>>;
  const { fan, owner, creator, otherCreator, suspended } = people;
  const profile = await addProfile(creator.id);
  await addProfile(otherCreator.id);
  const pool = await owner.client.call(createPool, {
    body: {
      title: 'A song',
      description: 'About rain',
      fundingGoal: 100_00,
      categories: ['Music'],
      creatorProfileId: profile.id,
    },
  });
  const { pledge } = await fan.client.call(pledgeToPool, {
    params: { poolId: pool.id },
    body: { amountCents: 10_00, requestKey: 'matrix-pledge' },
  });
  const comment = await fan.client.call(addComment, { params: { id: pool.id }, body: { content: 'Hi' } });
  const conversation = await fan.client.call(openDirectConversation, { body: { otherUserId: owner.id } });
  const [message] = await sql<{ storedId: string }[]>`
    select stored_id from store_messages(array[${fan.id}]::uuid[], array[${conversation.id}]::uuid[], array[null]::uuid[],
      array['matrix'], array['Hello'], array['[]'::jsonb])`;
  const [card] = await sql<{ id: string }[]>`
    insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
    values (${fan.id}, 'sandbox', 'matrix', 'visa', '4242', 12, 2040) returning id`;
  // A second session of the fan, which the matrix ends.
  const [session] = await sql<{ id: string }[]>`
    insert into sessions (token_hash, user_id, expires_at) values (${newToken().tokenHash}, ${fan.id}, now() + interval '1 hour')
    returning id`;
  await sql`update users set suspended_at = now() where id = ${suspended.id}`;
  objects = {
    pool: pool.id,
    pledge: pledge.id,
    comment: comment.id,
    conversation: conversation.id,
    message: message?.storedId ?? '',
    card: card?.id ?? '',
    session: session?.id ?? '',
    person: people.otherFan.id,
    profile: profile.username,
    any: 'Global',
  };
  clients = {
    visitor: app.client(),
    ...Object.fromEntries(Object.entries(people).map(([role, { client }]) => [role, client])),
  } as Record<Role, TestClient>;
});
afterAll(() => app.close());

const callersOf: Record<Who, readonly Role[]> = {
  anyone: roles,
  user: roles.filter((role) => role !== 'visitor'),
  creator: ['creator', 'otherCreator', 'admin'],
  admin: ['admin'],
};

/** The only answer that the contract's `who` allows, or undefined if it lets this role call. */
function refusalByWho({ who, method, whileSuspended }: AnyEndpoint, role: Role): string | undefined {
  if (role === 'visitor') return who === 'anyone' ? undefined : 'not_signed_in';
  if (role === 'suspended' && method !== 'GET' && !whileSuspended) return 'suspended';
  return callersOf[who].includes(role) ? undefined : 'forbidden';
}

async function ask(endpoint: AnyEndpoint, role: Role): Promise<string> {
  const rule = rules[nameOf(endpoint)];
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const id = rule ? objects[rule.on] : randomUUID();
  const path = endpointUrl(endpoint, Object.fromEntries(names.map((name) => [name, id])));
  const body = endpoint.bodyKind === 'multipart' ? undefined : (rule?.body ?? sampleOf(endpoint.body));
  const response = await clients[role].raw(endpoint.method, path, {
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(500);
  if (response.ok) return 'ok';
  return ((await response.json()) as { code: string }).code;
}

it('has a rule for every endpoint that acts on an object', () => {
  const needed = [...endpoints.values()]
    .filter(({ path, who }) => path.includes('/:') && who !== 'admin')
    .map(nameOf)
    .toSorted();
  expect(Object.keys(rules).toSorted()).toEqual(needed);
  expect(endpoints.size).toBeGreaterThan(120);
});

// Rules last and in their order, because the last ones delete what the others need.
const order = Object.keys(rules);
const inOrder = [...endpoints.values()]
  .filter((endpoint) => !endsTheCaller.includes(nameOf(endpoint)))
  .toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));

describe.each(inOrder.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const { by } = rules[name] ?? { by: undefined };
  const isAllowed = (role: Role) => !refusalByWho(endpoint, role) && (by === undefined || by.includes(role));
  // Refused roles first, while the object still exists.
  const denied = roles.filter((role) => !isAllowed(role));

  it(`refuses ${denied.join(', ') || 'no one'}`, async () => {
    for (const role of denied) {
      const code = await ask(endpoint, role);
      const expected = refusalByWho(endpoint, role);
      if (expected) expect([role, code]).toEqual([role, expected]);
      else expect([role, code]).toEqual([role, expect.toSatisfy((given: string) => permissionCodes.includes(given))]);
    }
  });

  it(`admits ${roles.filter(isAllowed).join(', ') || 'no one'}`, async () => {
    for (const [index, role] of roles.filter(isAllowed).entries()) {
      const code = await ask(endpoint, role);
      // An admin's call names an unknown object, and a second caller may find it deleted by the first.
      if (code === 'not_found' && (endpoint.who === 'admin' || (endpoint.method === 'DELETE' && index > 0))) continue;
      if (!name.includes('/:') && code === 'not_found') continue;
      expect([role, code]).toEqual([role, expect.toSatisfy((given: string) => !permissionCodes.includes(given))]);
    }
  });
});

describe.each(endsTheCaller)('%s', (name) => {
  it('refuses every role that the contract does not admit', async () => {
    const endpoint = endpoints.get(name);
    if (!endpoint) throw new Error(`${name} is not in the contract`);
    for (const role of roles) {
      const expected = refusalByWho(endpoint, role);
      if (expected) expect([role, await ask(endpoint, role)]).toEqual([role, expected]);
    }
  });
});
