import { randomUUID } from 'node:crypto';
import { openDirectConversation } from '#contract/chat/chat.ts';
import { addComment } from '#contract/comments.ts';
import { messageContributors } from '#contract/contributors.ts';
import { decideTakedown, listTakedownCandidates, listTakedowns, sendTakedownNotice } from '#contract/legal.ts';
import { pledgeToPool } from '#contract/pledges/pledges.ts';
import { type Scope, scopes, scopesFor } from '#contract/scopes.ts';
import { thankCreator } from '#contract/thanks.ts';
import { createToken } from '#contract/tokens.ts';
import { addUpdateComment, postUpdate } from '#contract/updates.ts';
import { newToken } from '#server/accounts/tokens.ts';
import type { TestClient } from '#testing/client.ts';
import { type CreatorMember, HttpSite, type Member } from './http-site.ts';
import { type ObjectKind, type Role, roles } from './permission-rules.ts';

export interface PermissionStage {
  site: HttpSite;
  clients: Record<Role, TestClient>;
  /** The id in the path that stands for each kind of object. */
  objects: Record<ObjectKind, string>;
  tokens: Record<TokenRole, Record<Scope | 'all', string>>;
}

type Person = Exclude<Role, 'visitor'>;

/** The people with API tokens: a suspension ends them. */
export const tokenRoles = roles.filter((role) => role !== 'visitor' && role !== 'suspended');
export type TokenRole = (typeof tokenRoles)[number];

/** One token with each scope of a person's role, and one with all of them. */
async function addTokens({ client }: Member, role: TokenRole): Promise<Record<Scope | 'all', string>> {
  const allowed = scopesFor(role === 'admin' ? 'admin' : 'user');
  const create = async (chosen: readonly Scope[]) =>
    (await client.call(createToken, { body: { name: 'Matrix', scopes: [...chosen] } })).token;
  const all = await create(allowed);
  const single = await Promise.all(allowed.map(async (scope) => [scope, await create([scope])] as const));
  return { ...Object.fromEntries(single), all } as Record<Scope | 'all', string>;
}

async function addProfile({ sql }: HttpSite, owner: Member): Promise<CreatorMember> {
  const [profile] = await sql<{ id: string }[]>`
    insert into creator_profiles (username, full_name, display_name, status, owner_id)
    select username, username, username, 'verified', id from users where id = ${owner.id} returning id`;
  return { ...owner, profileId: profile?.id ?? '' };
}

/** Opens a site with one person per role. permission-rules.ts says whose the objects are. */
export async function openPermissionStage(): Promise<PermissionStage> {
  const site = await HttpSite.open({ RATE_LIMITS: 'off' });
  const { sql } = site;
  const signedIn = roles.filter((role) => role !== 'visitor');
  const crowd = await site.crowd(signedIn.length);
  const people = Object.fromEntries(signedIn.map((role, index) => [role, crowd[index]])) as Record<Person, Member>;
  const { fan, owner, suspended } = people;
  await sql`update users set email_verified_at = now() where id = any(${crowd.map(({ id }) => id)})`;
  await sql`update users set role = 'admin' where id = ${people.admin.id}`;
  const makers = [people.creator.id, people.otherCreator.id];
  await sql`update users set role = 'creator' where id = any(${makers})`;
  const creator = await addProfile(site, people.creator);
  await addProfile(site, people.otherCreator);
  const pool = await site.newPool(owner, creator, { fundingGoal: 100_00 });
  const { pledge } = await fan.client.call(pledgeToPool, {
    params: { poolId: pool.id },
    body: { amountCents: 10_00, requestKey: 'matrix-pledge' },
  });
  const comment = await fan.client.call(addComment, { params: { id: pool.id }, body: { content: 'Hi' } });
  const conversation = await fan.client.call(openDirectConversation, { body: { otherUserId: owner.id } });
  const [message] = await sql<{ storedId: string }[]>`
    select stored_id from store_messages(array[${fan.id}]::uuid[], array[${conversation.id}]::uuid[], array[null]::uuid[],
      array['matrix'], array['Hello'], array['[]'::jsonb])`;
  const delivered = await addDelivery(site, people, creator);
  const material = await addTakedown(site, fan, pool.id);
  // A second session of the fan, which the matrix ends.
  const [session] = await sql<{ id: string }[]>`
    insert into sessions (token_hash, user_id, expires_at) values (${newToken().tokenHash}, ${fan.id}, now() + interval '1 hour')
    returning id`;
  const [passkey] = await sql<{ id: string }[]>`
    insert into passkeys (user_id, credential_id, public_key, name, is_synced) values (${fan.id}, 'id', 'key', 'Phone', false)
    returning id`;
  const [apiToken] = await sql<{ id: string }[]>`
    insert into api_tokens (user_id, token_hash, name, scopes, expires_at)
    values (${fan.id}, ${newToken().tokenHash}, 'Bot', '{pools:read}', now() + interval '1 day') returning id`;
  const [webhook] = await sql<{ id: string }[]>`
    insert into webhook_endpoints (user_id, scope, url, description, types, secret, position)
    values (${fan.id}, 'mine', 'https://webhooks.invalid/', '', '{pool.opened}', 'sealed', 0) returning id`;
  const [webhookDelivery] = await sql<{ id: string }[]>`
    insert into webhook_deliveries (endpoint_id, event_id, type, state)
    values (${webhook?.id ?? ''}, time_ordered_id(), 'webhook.test', 'failed') returning id`;
  const [overlay] = await sql<{ id: string }[]>`
    insert into overlays (user_id, pool_id, token_hash, settings) values (${owner.id}, ${pool.id}, ${newToken().tokenHash}, '{}')
    returning id`;
  const [card] = await sql<{ id: string }[]>`select id from cards where user_id = ${fan.id}`;
  await sql`update users set suspended_at = now() where id = ${suspended.id}`;
  const tokens = await Promise.all(
    tokenRoles.map(async (role) => [role, await addTokens(people[role], role)] as const),
  );
  // As if each of them had been an admin when they created it.
  await sql`update api_tokens set scopes = ${[...scopes]} where cardinality(scopes) = ${scopes.length - 1}`;
  return {
    site,
    tokens: Object.fromEntries(tokens) as PermissionStage['tokens'],
    clients: {
      visitor: site.app.client(),
      ...Object.fromEntries(Object.entries(people).map(([role, { client }]) => [role, client])),
    } as Record<Role, TestClient>,
    objects: {
      ...delivered,
      material,
      pool: pool.id,
      pledge: pledge.id,
      comment: comment.id,
      conversation: conversation.id,
      message: message?.storedId ?? '',
      card: card?.id ?? '',
      session: session?.id ?? '',
      passkey: passkey?.id ?? '',
      overlay: overlay?.id ?? '',
      apiToken: apiToken?.id ?? '',
      webhook: webhook?.id ?? '',
      webhookDelivery: webhookDelivery?.id ?? '',
      person: people.otherFan.id,
      profile: creator.username,
      processor: 'sandbox',
      any: 'Global',
    },
  };
}

/** A delivery that `fan` paid for, and an upload, a message and an update of its creator. */
async function addDelivery(site: HttpSite, { fan, owner }: Record<Person, Member>, creator: CreatorMember) {
  await site.giveCard(fan.id, 'pays');
  const work = await site.newPool(owner, creator, { fundingGoal: 10_00 });
  const paid = await site.pledgeWithSavedCard(fan, work, 10_00);
  await site.accept(creator, work);
  await site.app.settle();
  const file = Buffer.from('la la la');
  await site.deliver(creator, work, { uploadIds: [await site.upload(creator, file, 'song.txt', 'text/plain')] });
  await site.review(work);
  const [delivery] = await site.read(creator, work);
  const message = await creator.client.call(messageContributors, {
    params: { id: work.id },
    body: { text: 'Thank you', requestKey: randomUUID() },
  });
  const thanks = await fan.client.call(thankCreator, { params: { id: work.id }, body: { text: 'Lovely' } });
  const update = await creator.client.call(postUpdate, {
    params: { id: work.id },
    body: { content: 'For contributors', audience: 'contributors', requestKey: randomUUID() },
  });
  const updateComment = await fan.client.call(addUpdateComment, {
    params: { id: update.id },
    body: { content: 'Good to know' },
  });
  return {
    thanks: thanks.id,
    update: update.id,
    updateComment: updateComment.id,
    deliveredPool: work.id,
    paidPledge: paid.pledge.id,
    file: delivery?.files[0]?.id ?? '',
    upload: await site.upload(creator, file, 'next.txt', 'text/plain'),
    creatorMessage: message.id,
  };
}

/** A comment of `fan` that an admin disabled after a copyright notice. */
async function addTakedown(site: HttpSite, fan: Member, poolId: string): Promise<string> {
  const copied = await fan.client.call(addComment, { params: { id: poolId }, body: { content: 'A copied poem' } });
  await site.visitor().client.call(sendTakedownNotice, {
    body: {
      name: 'Lena Label',
      email: 'label@example.com',
      address: '1 Record Row, Nashville, TN',
      phone: '+1 615 555 0100',
      work: 'A poem about rain',
      locations: [`${site.app.url}/pool/${poolId}`],
      goodFaith: true,
      accurate: true,
      signature: 'Lena Label',
    },
  });
  const admin = site.admin.client;
  const { items } = await admin.call(listTakedowns, {});
  const params = { id: items[0]?.id ?? '' };
  const { candidates } = await admin.call(listTakedownCandidates, { params });
  const materials = candidates.filter(({ id }) => id === copied.id).map(({ kind, id }) => ({ kind, id }));
  const decided = await admin.call(decideTakedown, { params, body: { action: 'disable', materials } });
  return decided.materials[0]?.id ?? '';
}
