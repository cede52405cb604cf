import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setLocale } from '#contract/settings.ts';
import { listTokens, revokeToken } from '#contract/tokens.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { newApiToken } from '#server/tokens/token-format.ts';
import type { Person } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { listExpiringTokens } from './expiring-tokens.sql.ts';
import { notifyExpiringTokens, tokenExpiring } from './notify-expiring-tokens.ts';

let stage: PledgeStage;
beforeAll(async () => {
  stage = await PledgeStage.open({ LOCALES: 'en,de' });
});
afterAll(() => stage.close());

const hour = 1;
const day = 24 * hour;

/** A token with a life of so many days, of which so many hours are left. */
async function tokenOf({ id }: Person, days: number, hoursLeft: number, name = 'Stream bot') {
  const token = newApiToken();
  const [row] = await stage.sql<{ id: string }[]>`
    insert into api_tokens (user_id, token_hash, name, scopes, created_at, expires_at)
    select ${id}, ${hashToken(token)}, ${name}, '{webhooks:write}', ends - make_interval(days => ${days}), ends
    from (select now() + make_interval(hours => ${hoursLeft}) as ends) e
    returning id`;
  return row?.id ?? '';
}

async function webhookOf({ id }: Person, tokenId: string, url: string, offReason: string | null = null) {
  await stage.sql`
    insert into webhook_endpoints (user_id, scope, url, description, types, token_ids, secret, position, off_reason)
    values (${id}, 'mine', ${url}, '', '{pool.opened}', array[${tokenId}]::uuid[], '', 0, ${offReason})`;
}

async function mailsTo({ id }: Person) {
  const [row] = await stage.sql<{ email: string }[]>`select email from users where id = ${id}`;
  return readOutbox(stage.app, row?.email);
}

const warn = () => notifyExpiringTokens(stage.context, new AbortController().signal);

async function noticesOf({ id }: Person) {
  return stage.sql<{ title: string; body: string; href: string }[]>`
    select title, body, href from notifications where user_id = ${id} and kind = 'api_token_expiring' order by created_at`;
}

describe('the notice about an API token that ends', () => {
  it('comes seven days before, once, also if several processes look at the same moment', async () => {
    const ada = await stage.fan();
    await tokenOf(ada, 90, 7 * day + hour);
    await warn();
    expect(await noticesOf(ada)).toEqual([]);
    await stage.sql`update api_tokens set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'
      where user_id = ${ada.id}`;
    await Promise.all([warn(), warn(), warn()]);
    await warn();
    const [notice, ...more] = await noticesOf(ada);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      title: expect.stringMatching(/^Your API token “Stream bot” ends on \w{3} \d+, \d{4}$/),
      body: 'Programs that use it stop working then. Create a new token before that, and give it to them.',
      href: '/settings/tokens',
    });
    const mails = await mailsTo(ada);
    expect(mails.filter(({ subject }) => subject?.includes('Stream bot'))).toHaveLength(1);
    expect(await listExpiringTokens(stage.sql)).toEqual([]);
  });

  it('comes late, and until the token ends, if no process looked before', async () => {
    const ada = await stage.fan();
    await tokenOf(ada, 30, hour, 'Late');
    await tokenOf(ada, 30, -hour, 'Too late');
    await warn();
    expect((await noticesOf(ada)).map(({ title }) => title)).toEqual([expect.stringContaining('“Late”')]);
  });

  it('does not come for a token that was made for seven days, was revoked, or ended', async () => {
    const ada = await stage.fan();
    await tokenOf(ada, 7, 6 * day, 'Week');
    await tokenOf(ada, 1, 12 * hour, 'Day');
    const revoked = await tokenOf(ada, 90, 6 * day, 'Revoked');
    await ada.client.call(revokeToken, { params: { id: revoked } });
    const ended = await tokenOf(ada, 90, 6 * day, 'Ended');
    await stage.sql`update api_tokens set ended_at = now(), end_reason = 'sessions_ended' where id = ${ended}`;
    await warn();
    expect(await noticesOf(ada)).toEqual([]);
    await tokenOf(ada, 8, 6 * day, 'Eight days');
    await warn();
    expect(await noticesOf(ada)).toHaveLength(1);
    expect(await ada.client.call(listTokens)).toHaveLength(4);
  });

  it('names the hosts of the webhooks that end with the token, in the language of the owner', async () => {
    const ada = await stage.fan();
    await ada.client.call(setLocale, { body: { locale: 'de' } });
    const token = await tokenOf(ada, 90, 6 * day);
    await webhookOf(ada, token, 'https://one.example/secret');
    await webhookOf(ada, token, 'https://two.example/secret');
    await webhookOf(ada, token, 'https://two.example/other');
    await webhookOf(ada, token, 'https://three.example/', 'by_owner');
    await warn();
    const [notice] = await noticesOf(ada);
    expect(notice?.title).toMatch(/API-Token „Stream bot“/);
    expect(notice?.body).toContain('one.example und two.example');
    expect(notice?.body).not.toMatch(/secret|three/);
    const mail = (await mailsTo(ada)).find(({ subject }) => subject?.includes('API-Token „Stream bot“'));
    expect(mail?.text).toContain('one.example und two.example');
    expect(mail?.text).toContain(`${stage.app.url}/de/settings/tokens`);
  });

  it('names five hosts at most', () => {
    const urls = Array.from({ length: 8 }, (_, n) => `https://${n}.example/${randomBytes(4).toString('hex')}`);
    const { body } = tokenExpiring({ name: 'Bot', expiresAt: new Date(), urls });
    expect(body).toContain('0.example, 1.example, 2.example, 3.example, 4.example, and 3 more.');
  });
});
