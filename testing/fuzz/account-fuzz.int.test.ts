import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { addComment } from '#contract/comments.ts';
import { likePool } from '#contract/likes.ts';
import { updateProfile } from '#contract/settings.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { nodesEnv, startTestApp, type TestApp } from '#testing/app.ts';
import { closeChatClients } from '#testing/chat-client.ts';
import { HttpSite, type Member, password } from '#testing/journeys/http-site.ts';
import { repeats, seed, seededRandom } from '#testing/seeded-random.ts';
import { AccountFuzz } from './account-fuzz.ts';

/** ACCOUNT_FUZZ_ROUNDS sets the number of rounds; SEED repeats a run. */
const rounds = Number(process.env.ACCOUNT_FUZZ_ROUNDS ?? repeats(10, 500));

let site: HttpSite;
let other: TestApp;
beforeAll(async () => {
  site = await HttpSite.open(nodesEnv);
  const env = { ...nodesEnv, DATA_DIR: site.app.context.config.dataDir };
  other = await startTestApp({ env, beside: site.app });
});
afterAll(async () => {
  closeChatClients();
  await other.close();
  await site.close();
});

/** Fans with paid pledges in a completed pool. Their accounts can be deleted, but their money rows must stay. */
async function payers(count: number): Promise<Member[]> {
  const creator = await site.creator();
  const people = await Promise.all(Array.from({ length: count }, () => site.member('payer')));
  const fans = people.map((who) => ({ who, cents: 20_00 }));
  const { pool } = await site.funded(people[0] as Member, creator, fans);
  await site.deliver(creator, pool);
  await site.review(pool);
  await site.letTimePass(await site.poolIs(pool.id, 'delivered'));
  await site.poolIs(pool.id, 'completed');
  for (const { client, username } of people) {
    await client.call(updateProfile, { body: { displayName: `Name of ${username}`, bio: `Words of ${username}` } });
    await client.call(addComment, { params: { id: pool.id }, body: { content: `Comment by ${username}` } });
    await client.call(likePool, { params: { id: pool.id } });
  }
  return people;
}

/** All rows about payments and money. */
const moneyRows = async () => ({
  entries: await site.sql`select * from ledger_entries order by id`,
  journals: await site.sql`select * from ledger_journals order by id`,
  payments: await site.sql`select * from payments order by id`,
  refunds: await site.sql`select * from refunds order by id`,
  payouts: await site.sql`select * from payouts order by id`,
  pledges: await site.sql`select id, pool_id, fan_id, amount_cents, status from pledges order by id`,
});

/** Public tables that still contain one of these words. Job tables are not public; finished jobs keep their mail for three days. */
async function tablesWith(words: readonly string[]): Promise<string[]> {
  const tables = await site.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const patterns = words.map((word) => `%${word.replaceAll('_', '\\_')}%`);
  const faults: string[] = [];
  for (const { name } of tables) {
    const rows = await site.sql`select 1 from ${site.sql(name)} as t where t::text ilike any(${patterns}) limit 1`;
    if (rows.length > 0) faults.push(name);
  }
  return faults;
}

test(
  `ends the right sessions, links and accounts in ${rounds} rounds of concurrent calls (SEED=${seed})`,
  async () => {
    const people = await payers(3);
    await site.app.settle();
    const money = await moneyRows();
    const credentials = { password, passwordHash: await hashPassword(site.app.context, password) };
    const fuzz = new AccountFuzz([site.app, other], seededRandom(seed), credentials);
    for (const who of people) fuzz.adopt(who);
    for (let round = 0; round < rounds; round += 1) await fuzz.round();

    expect(fuzz.faults).toEqual([]);
    for (const { email, username, isDeleted, isUncertain, ...account } of fuzz.accounts.filter((_, n) => n % 3 === 0)) {
      const signsIn = (secret: string) =>
        site.app
          .client()
          .call(login, { body: { email, password: secret } })
          .then(
            () => true,
            () => false,
          );
      if (isDeleted) expect([username, await signsIn(account.password)]).toEqual([username, false]);
      else if (!isUncertain) expect([username, await signsIn(account.password)]).toEqual([username, true]);
      const [former] = account.formerPasswords.slice(-1);
      if (former) expect([username, await signsIn(former)]).toEqual([username, false]);
    }
    const gone = fuzz.accounts.filter(({ isDeleted }) => isDeleted);
    await site.app.settle();
    const words = gone.flatMap(({ email, username, askedEmails }) => [
      email,
      `${username}@`,
      `of ${username}`,
      ...askedEmails,
    ]);
    // A deleted account's email address is free, so a remaining account may own or have requested it.
    const staying = await site.sql<{ email: string }[]>`
      select email from users where deleted_at is null
      union
      select t.email from email_tokens t join users u on u.id = t.user_id where u.deleted_at is null`;
    const erased = words.filter((word) => !staying.some(({ email }) => email.includes(word)));
    expect(erased.length === 0 ? [] : await tablesWith(erased)).toEqual([]);
    expect(await moneyRows()).toEqual(money);
    for (const { context } of [site.app, other]) {
      // The metrics also include calls whose answer the test did not wait for.
      const lines = (await context.metrics.registry.metrics()).split('\n');
      expect(lines.filter((line) => /_count\{.*status="5/.test(line))).toEqual([]);
    }
    console.log(`account fuzz: ${JSON.stringify(fuzz.counts)}`);
  },
  60_000 + rounds * 4000,
);
