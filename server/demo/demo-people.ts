import type { Role } from '#contract/accounts.ts';
import { createAccount } from '#server/accounts/create-account.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { applyAsCreator } from '#server/creators/apply-as-creator.ts';
import { decideApplication } from '#server/creators/decide-application.ts';
import { findOpenApplicationId } from '#server/creators/find-open-application-id.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { saveTestCard } from '#server/money/save-test-card.ts';
import type { Actor } from '#server/platform/http.ts';
import { addUnclaimedProfile, followDemoCreators, profileIds } from './demo.sql.ts';
import { type DemoCreator, demoCreators, demoFans } from './demo-content.ts';

export interface DemoPeople {
  admin: Actor;
  fan: Actor;
  /** Without the demo account's fan. */
  fans: Actor[];
  creators: Map<string, Actor>;
  /** Profile ids by username. */
  profiles: Map<string, string>;
}

/** Everyone of the demo, with one password, saved cards and approved applications. */
export async function inviteDemoPeople(context: MoneyContext): Promise<DemoPeople> {
  const [account] = demoAccounts;
  if (!account) throw new Error('there are no demo accounts');
  const passwordHash = await hashPassword(account.password);
  const join = (person: { username: string; name: string; email: string; role?: Role }) =>
    joinDemo(context, passwordHash, person);
  const [fan, creator, admin] = await Promise.all(
    demoAccounts.map(({ displayName, role, ...person }) =>
      join({ ...person, name: displayName, role: role === 'admin' ? 'admin' : 'user' }),
    ),
  );
  if (!fan || !creator || !admin) throw new Error('a demo account is missing');
  // Their first card has no money, so that a payment is due; a good one follows once that pool stands.
  await saveTestCard(context, fan.userId, 'insufficient_funds');
  const fans = await Promise.all(
    demoFans.map(async ([username, name, card = 'pays']) => {
      const actor = await join({ username, name, email: emailOf(username) });
      await saveTestCard(context, actor.userId, card);
      return actor;
    }),
  );
  const creators = new Map<string, Actor>();
  for (const profile of demoCreators) {
    if (profile.unclaimed) {
      await context.db.tx((tx) => addUnclaimedProfile(tx, { ...profile, addedBy: fan.userId }));
    } else {
      const own = profile.username === 'demo_creator';
      const actor = own
        ? creator
        : await join({ username: profile.username, name: profile.name, email: emailOf(profile.username) });
      creators.set(profile.username, { ...actor, role: 'creator' });
      await makeDemoCreator(context, actor, admin, profile);
    }
  }
  await context.db.tx((tx) => followDemoCreators(tx, demoCreators));
  return { admin, fan, fans, creators, profiles: await profileIds(context.db.sql) };
}

const emailOf = (username: string) => `${username}@demo.fanfare.example`;

async function joinDemo(
  context: MoneyContext,
  passwordHash: string,
  person: { username: string; name: string; email: string; role?: Role },
): Promise<Actor> {
  const { username, name, email, role = 'user' } = person;
  const made = await context.db.tx((tx) =>
    createAccount(context, tx, { email, username, passwordHash, displayName: name, role, emailVerified: true }),
  );
  if (!made) throw new Error(`${username} is there already`);
  return { userId: made.id, username, role, suspended: false, emailVerified: true, sessionId: '' };
}

async function makeDemoCreator(context: MoneyContext, actor: Actor, admin: Actor, profile: DemoCreator): Promise<void> {
  await applyAsCreator(context, actor, {
    fullName: profile.name,
    username: profile.username,
    category: profile.category,
    bio: profile.bio,
    socialLinks: [{ platform: 'other', url: `https://${profile.username.replaceAll('_', '-')}.example` }],
    proofUrl: `https://${profile.username.replaceAll('_', '-')}.example/fanfare`,
    agreement: true,
  });
  const id = await findOpenApplicationId(context, actor.userId);
  await context.db.tx((tx) =>
    decideApplication(context, tx, { id, status: 'approved', reason: null, adminId: admin.userId }),
  );
}
