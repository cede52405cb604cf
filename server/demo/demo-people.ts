import type { Role } from '#contract/accounts.ts';
import { createAccount } from '#server/accounts/create-account.ts';
import { demoAccounts, demoMailDomain } from '#server/accounts/demo-accounts.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { replaceAvatar } from '#server/accounts/settings/set-avatar.ts';
import { updateProfile } from '#server/accounts/settings/update-profile.ts';
import { addCreator } from '#server/creators/add-creator.ts';
import { applyAsCreator } from '#server/creators/apply-as-creator.ts';
import { setCover } from '#server/creators/cover.ts';
import { findOpenApplicationId } from '#server/creators/read-application.ts';
import { storeAvatar } from '#server/media/store-avatar.ts';
import { reviewClaim } from '#server/moderation/review-claim.ts';
import { saveTestCard } from '#server/money/cards/save-test-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { profileIds } from './demo.sql.ts';
import { type DemoCreator, type DemoFan, demoFan, demoFans, readDemoPicture } from './demo-content.ts';
import { mapConcurrently } from './map-concurrently.ts';

export interface DemoPeople {
  admin: Actor;
  fan: Actor;
  /** All fans except `fan`. */
  fans: Actor[];
  creators: Map<string, Actor>;
  /** Profile ids by username. */
  profiles: Map<string, string>;
}

interface Person {
  username: string;
  name: string;
  email: string;
  role?: Role;
}

const maxConcurrent = 4;

/** Adds the demo's people with a shared password, saved cards, pictures and approved applications. */
export async function addDemoPeople(context: MoneyContext, demoCreators: readonly DemoCreator[]): Promise<DemoPeople> {
  const [account] = demoAccounts;
  if (!account) throw new Error('there are no demo accounts');
  const passwordHash = await hashPassword(context, account.password);
  const join = (person: Person) => joinDemo(context, passwordHash, person);
  const [fan, creator, admin] = await Promise.all(
    demoAccounts.map(({ displayName, role, ...person }) =>
      join({ ...person, name: displayName, role: role === 'admin' ? 'admin' : 'user' }),
    ),
  );
  if (!fan || !creator || !admin) throw new Error('a demo account is missing');
  await fillProfile(context, fan, demoFan);
  // Mara's first card fails, so that one of her payments becomes due. stageDemoPools saves a good card after that pledge.
  await saveTestCard(context, fan.userId, 'insufficient_funds');
  const fans = await mapConcurrently(demoFans, maxConcurrent, async (person) => {
    const actor = await join({ ...person, email: emailOf(person.username) });
    await fillProfile(context, actor, person);
    await saveTestCard(context, actor.userId, person.card ?? 'pays');
    return actor;
  });
  const creators = new Map<string, Actor>();
  await mapConcurrently(demoCreators, maxConcurrent, async (profile) => {
    const { username } = profile;
    if (profile.unclaimed) {
      await addUnclaimed(context, fan, profile);
      return;
    }
    const actor = username === creator.username ? creator : await join({ ...profile, email: emailOf(username) });
    await fillProfile(context, actor, profile);
    await makeDemoCreator(context, actor, admin, profile);
    creators.set(username, { ...actor, role: 'creator' });
  });
  return { admin, fan, fans, creators, profiles: await profileIds(context.db.sql) };
}

const emailOf = (username: string) => `${username}${demoMailDomain}`;
const siteOf = (username: string) => `https://${username.replaceAll('_', '-')}.example`;
const linkOf = ({ username }: DemoCreator) => [{ platform: 'other' as const, url: siteOf(username) }];

async function joinDemo(
  context: MoneyContext,
  passwordHash: string,
  { username, name, email, role = 'user' }: Person,
): Promise<Actor> {
  const made = await context.db.tx((tx) =>
    createAccount(context, tx, { email, username, passwordHash, displayName: name, role, emailVerified: true }),
  );
  if (!made) throw new Error(`the demo account ${username} already exists`);
  const rights = { suspended: false, emailVerified: true, hasFreshProof: true } as const;
  return { userId: made.id, username, role, locale: 'en', sessionId: '', ...rights };
}

async function fillProfile(context: MoneyContext, actor: Actor, person: DemoFan): Promise<void> {
  if (person.picture) {
    const data = await readDemoPicture('people', person.picture);
    const { url } = await storeAvatar(context, { ownerId: actor.userId, data });
    await replaceAvatar(context, actor.userId, url);
  }
  if (person.bio) await updateProfile(context, actor, { bio: person.bio, displayName: person.name });
}

async function makeDemoCreator(context: MoneyContext, actor: Actor, admin: Actor, profile: DemoCreator): Promise<void> {
  const { name: fullName, username, category, bio } = profile;
  const proofUrl = `${siteOf(username)}/fanfare`;
  const socialLinks = linkOf(profile);
  await applyAsCreator(context, actor, { fullName, username, category, bio, socialLinks, proofUrl, agreement: true });
  const id = await findOpenApplicationId(context, actor.userId);
  await reviewClaim(context, admin, '', 'verification', { id, status: 'approved' });
  if (profile.cover) await addCover(context, actor, profile.cover);
}

async function addCover(context: MoneyContext, actor: Actor, cover: NonNullable<DemoCreator['cover']>): Promise<void> {
  const data = await readDemoPicture('covers', cover.picture);
  const files = [{ field: 'cover', filename: 'cover.webp', mimetype: 'image/webp', data }];
  await setCover(context, actor, { readForm: async () => ({ fields: { alt: cover.alt }, files }) });
}

async function addUnclaimed(context: MoneyContext, fan: Actor, profile: DemoCreator): Promise<void> {
  const { username, name: fullName, bio: description, category } = profile;
  const fields = { username, fullName, description, category, socialLinks: JSON.stringify(linkOf(profile)) };
  const data = await readDemoPicture('people', profile.picture ?? '');
  const files = [{ field: 'avatar', filename: 'avatar.webp', mimetype: 'image/webp', data }];
  await addCreator(context, fan, { readForm: async () => ({ fields, files }) });
}
