import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { login, register } from '#contract/accounts.ts';
import { decideVerification, listVerifications } from '#contract/admin/moderation.ts';
import { applyAsCreator, getCreator } from '#contract/creators/creators.ts';
import { getPledge, pledgeToPool } from '#contract/pledges/pledges.ts';
import { createPool } from '#contract/pools/pools.ts';
import { cards, enterCard } from '#testing/card-driver/hosted-page.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { Fan } from './fan.ts';
import { RetryingClient, type Traffic } from './retrying-client.ts';

const password = 'correct horse 9';
const adminEmail = 'admin@example.org';
/** Settings that the server needs for these people. */
export const peopleEnv = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, REQUIRE_SECOND_FACTOR: 'off' };

export interface People {
  admin: RetryingClient;
  creator: RetryingClient;
  creatorProfileId: string;
  fans: Fan[];
  /** Pools in which all fans pledge, change and withdraw. */
  stormed: string[];
}

/** Takes a user's id. Pages that take real cards need a confirmed email. */
export type ConfirmEmail = (userId: string) => Promise<unknown>;

/** Signs up an admin, a creator and fans with saved cards. Every fifth card has insufficient funds when it is charged. */
export async function invitePeople(
  baseUrl: string,
  traffic: Traffic,
  size: number,
  seed: number,
  confirmEmail?: ConfirmEmail,
): Promise<People> {
  const admin = new RetryingClient(baseUrl, traffic);
  await admin.call(login, { body: { email: adminEmail, password } });
  const { client: creator, username } = await join(baseUrl, traffic, 'maker');
  await creator.call(applyAsCreator, {
    body: {
      fullName: 'Maya Reyes',
      username,
      category: 'Music',
      bio: '',
      socialLinks: [{ platform: 'youtube', url: 'https://youtube.example/maya' }],
      proofUrl: 'https://maya.example/proof',
      agreement: true,
    },
  });
  const { items } = await admin.call(listVerifications, { query: { status: 'pending' } });
  await admin.call(decideVerification, { params: { id: items[0]?.id ?? '' }, body: { status: 'approved' } });
  const { id: creatorProfileId } = await creator.call(getCreator, { params: { username } });
  const goals = [100_000_00, 100_000_00, 100_000_00, 250_00];
  const stormed = await Promise.all(goals.map((goal) => newPool(admin, goal)));
  const cardPool = await newPool(admin, 100_000_00);
  const fans = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const { client, id } = await join(baseUrl, traffic, 'fan');
      await confirmEmail?.(id);
      const fan = new Fan(id, client, seededRandom(seed + 1000 + index));
      fan.isPoor = index % 5 === 4;
      await saveCard(fan, cardPool, fan.isPoor ? cards.insufficient : cards.pays);
      return fan;
    }),
  );
  return { admin, creator, creatorProfileId, fans, stormed };
}

export async function join(baseUrl: string, traffic: Traffic, name: string) {
  const username = `${name}_${randomBytes(4).toString('hex')}`;
  const client = new RetryingClient(baseUrl, traffic);
  const { id } = await client.call(register, { body: { email: `${username}@example.org`, username, password } });
  return { client, id, username };
}

export async function newPool(owner: RetryingClient, fundingGoal: number, creatorProfileId?: string): Promise<string> {
  const body = {
    title: 'A song about rain',
    description: 'Please write and record a song about the rain.',
    fundingGoal,
    categories: ['Music'],
    ...(creatorProfileId ? { creatorProfileId } : {}),
  };
  return (await owner.call(createPool, { body })).id;
}

/** Saves a card with a first pledge through the processor's hosted page. */
async function saveCard(fan: Fan, poolId: string, cardNumber: string): Promise<void> {
  const amountCents = 500;
  const body = { amountCents, requestKey: randomUUID() };
  const { pledge, setup } = await fan.client.call(pledgeToPool, { params: { poolId }, body });
  if (setup) await enterCard(setup.url, cardNumber);
  for (let tries = 0; tries < 200; tries += 1) {
    const current = await fan.client.call(getPledge, { params: { id: pledge.id } });
    if (current.status === 'pledged') {
      fan.remember({ id: pledge.id, poolId, amountCents, status: 'pledged' }, current);
      return;
    }
    await sleep(50);
  }
  throw new Error('a card was not saved');
}
