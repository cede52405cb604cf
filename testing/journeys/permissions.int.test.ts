import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorStatuses } from '#contract/app-error.ts';
import { endpointUrl, type Who } from '#contract/endpoint.ts';
import { type Scope, scopes } from '#contract/scopes.ts';
import type { TestClient } from '#testing/client.ts';
import { type ListedCall, listEndpoints, listRawCalls, nameOf } from './listed-calls.ts';
import { openRoutes, openWrites, type Role, roles, rules, writesWhileSuspended } from './permission-rules.ts';
import { openPermissionStage, type TokenRole, tokenRoles } from './permission-stage.ts';
import { sampleOf } from './schema-sample.ts';
import { scopeOf, tokenCalls } from './token-scopes.ts';

/**
 * The permission matrix: every endpoint of the contract and every raw call, called by each role in a session, and with an API token of each
 * person and each scope. `who` decides about the caller. Calls that
 * act on one object have a rule in permission-rules.ts; a call with an id in its path and without a rule fails.
 */

const endpoints = await listEndpoints();
// Opened while the tests are collected, because the raw calls come from the running app.
const { site, clients, objects, tokens } = await openPermissionStage();
const rawCalls = await listRawCalls(site.app.modules);
const calls: ListedCall[] = [...endpoints, ...rawCalls];
afterAll(() => site.close());

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
  'update_locked',
  'not_in_conversation',
  'own_message_only',
];

const callersOf: Record<Who, readonly Role[]> = {
  anyone: roles,
  user: roles.filter((role) => role !== 'visitor'),
  creator: ['creator', 'otherCreator', 'admin'],
  admin: ['admin'],
};

/** The only answer that `who` allows, or undefined if it lets this role call. */
function refusalByWho({ who, method, whileSuspended, endpoint }: ListedCall, role: Role): ErrorCode | undefined {
  if (role === 'visitor') return who === 'anyone' ? undefined : 'not_signed_in';
  const reads = method === 'GET' || method === 'HEAD';
  // A raw call for everyone has no session, so it cannot tell who is suspended.
  if (role === 'suspended' && !reads && !whileSuspended && (endpoint || who !== 'anyone')) return 'suspended';
  return callersOf[who].includes(role) ? undefined : 'forbidden';
}

async function ask(
  { name, method, path, endpoint }: ListedCall,
  role: Role,
  { client = clients[role], token }: { client?: TestClient; token?: string } = {},
): Promise<string> {
  const rule = rules[name];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, id = '']) => id);
  const id = rule ? objects[rule.on] : randomUUID();
  const url = endpointUrl({ path }, Object.fromEntries(names.map((each) => [each, id])));
  const body = endpoint?.bodyKind === 'multipart' ? undefined : (rule?.body ?? sampleOf(endpoint?.body));
  const response = await client.raw(method, url, {
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...rule?.headers,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(500);
  const text = await response.text();
  if (response.status < 400) return 'ok';
  // The response to a HEAD has no body.
  return text.startsWith('{') ? (JSON.parse(text) as { code: string }).code : String(response.status);
}

/** Without cookies. */
const program = site.app.client();
const askWith = (call: ListedCall, role: TokenRole, which: Scope | 'all') =>
  ask(call, role, { client: program, token: tokens[role][which] });

const statusOf = (code: string): string => String(errorStatuses[code as ErrorCode] ?? code);
const isRefusal = (code: string, method: string): boolean =>
  method === 'HEAD' ? permissionCodes.map(statusOf).includes(code) : permissionCodes.includes(code);

describe('the lists', () => {
  it('are of all calls', () => {
    const served = site.app.modules.flatMap(({ routes }) => routes.map(({ endpoint }) => nameOf(endpoint)));
    expect(endpoints.map(({ name }) => name).toSorted()).toEqual(served.toSorted());
    expect(
      rawCalls
        .filter(({ undocumented }) => undocumented)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(openRoutes);
  });

  it('have a rule for every call that acts on an object', () => {
    const needed = calls.filter(
      ({ name, path, who }) => path.includes('/:') && who !== 'admin' && !openRoutes.includes(name),
    );
    expect(Object.keys(rules).toSorted()).toEqual(needed.map(({ name }) => name).toSorted());
  });

  it('reserve the admin area for admins and the dashboard for creators', () => {
    const area = (path: string): Who | undefined =>
      path.startsWith('/api/admin/') ? 'admin' : path.startsWith('/api/creator/') ? 'creator' : undefined;
    for (const { name, path, who } of calls) {
      if (area(path) || who === 'admin') expect([name, who]).toEqual([name, area(path)]);
    }
  });

  it('have the scopes of API tokens as the contract, none on what needs a fresh proof or a form, and only updates and webhooks among the writes', () => {
    const declared = (scope: Scope) =>
      endpoints.filter(({ endpoint }) => endpoint?.scope === scope).map(({ name }) => name);
    for (const scope of scopes) expect([scope, declared(scope).toSorted()]).toEqual([scope, tokenCalls[scope]]);
    for (const { endpoint, method } of endpoints) {
      if (!endpoint?.scope) continue;
      expect(endpoint.freshProof || endpoint.duringSetUp || endpoint.bodyKind === 'multipart').toBeFalsy();
      if (method !== 'GET') expect(['updates:write', 'webhooks:write']).toContain(endpoint.scope);
      expect(endpoint.who === 'admin').toBe(endpoint.scope === 'admin:read');
    }
  });

  it('name every write that visitors or suspended people may make', () => {
    const writes = endpoints.filter(({ method }) => method !== 'GET');
    expect(
      writes
        .filter(({ who }) => who === 'anyone')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(openWrites.toSorted());
    const suspended = writes.filter(({ whileSuspended }) => whileSuspended).map(({ name }) => name);
    expect(suspended.toSorted()).toEqual(writesWhileSuspended.toSorted());
  });
});

// Rules last and in their order, because the last ones delete what the others need.
const order = Object.keys(rules);
const inOrder = calls
  .filter(({ name }) => !endsTheCaller.includes(name) && !openRoutes.includes(name))
  .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));

describe.each(inOrder.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const { by } = rules[name] ?? { by: undefined };
  const isAllowed = (role: Role) => !refusalByWho(call, role) && (by === undefined || by.includes(role));
  // Refused roles first, while the object still exists.
  const denied = roles.filter((role) => !isAllowed(role));

  it(`refuses ${denied.join(', ') || 'no one'}`, async () => {
    for (const role of denied) {
      const code = await ask(call, role);
      const expected = refusalByWho(call, role);
      if (!expected) expect([role, code, isRefusal(code, call.method)]).toEqual([role, code, true]);
      else expect([role, code]).toEqual([role, call.method === 'HEAD' ? statusOf(expected) : expected]);
    }
  });

  it(`admits ${roles.filter(isAllowed).join(', ') || 'no one'}`, async () => {
    for (const [index, role] of roles.filter(isAllowed).entries()) {
      const code = await ask(call, role);
      // An admin's call names an unknown object, and a second caller may find it deleted by the first.
      if (code === 'not_found' && (call.who === 'admin' || (call.method === 'DELETE' && index > 0))) continue;
      if (!name.includes('/:') && code === 'not_found') continue;
      expect([role, code, isRefusal(code, call.method)]).toEqual([role, code, false]);
    }
  });

  const scope = scopeOf(name);
  it(`takes ${scope ? `tokens with ${scope} and the rights of their owner` : 'no token'}`, async () => {
    const refused = call.method === 'HEAD' ? '403' : 'token_forbidden';
    for (const other of scopes.filter((each) => each !== scope))
      expect([other, await askWith(call, 'admin', other)]).toEqual([other, refused]);
    for (const role of tokenRoles) {
      const code = await askWith(call, role, 'all');
      if (scope) expectRights(call, role, code, isAllowed(role));
      else expect([role, code]).toEqual([role, refused]);
    }
  });
});

/** A person's token gets what their session gets, except that an admin has the rights of one over things only in a session. */
function expectRights(call: ListedCall, role: TokenRole, code: string, isAllowed: boolean): void {
  const expected = refusalByWho(call, role);
  if (expected) expect([role, code]).toEqual([role, expected]);
  else if (!isAllowed || (role === 'admin' && rules[call.name]?.by))
    expect([role, code, isRefusal(code, call.method)]).toEqual([role, code, true]);
  // The sessions before have deleted some objects.
  else if (code !== 'not_found') expect([role, code, isRefusal(code, call.method)]).toEqual([role, code, false]);
}

describe.each(endsTheCaller)('%s', (name) => {
  it('refuses every role that the contract does not admit', async () => {
    const call = endpoints.find((each) => each.name === name);
    if (!call) throw new Error(`${name} is not in the contract`);
    for (const role of roles) {
      const expected = refusalByWho(call, role);
      if (expected) expect([role, await ask(call, role)]).toEqual([role, expected]);
    }
  });

  it('takes no token', async () => {
    const call = endpoints.find((each) => each.name === name);
    if (call) expect(await askWith(call, 'fan', 'all')).toBe('token_forbidden');
  });
});
