import { beforeAll, describe, expect, it } from 'vitest';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import { type CreatorMember, cards, type Member } from '#testing/journeys/http-site.ts';
import { expireCaches } from '#testing/moved-clocks.ts';
import { choosePledge, enterCard } from './people.ts';
import { setStage } from './stage.ts';

/** A fan leaves a page open on a quiet site, so that everything that the server caches has expired when they go on. */
const stage = setStage();
let creator: CreatorMember;
let fan: Member;
let pool: Pool;

beforeAll(async () => {
  [creator, fan] = await Promise.all([stage.site.creator(), stage.site.member('fan')]);
  pool = await stage.site.newPool(await stage.site.member('owner'), creator, { fundingGoal: 50_00 });
});

describe('the page of a pool that was open for an hour', () => {
  it('takes a first pledge, whose card the fan saves after another hour', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, pool.canonicalPath);
    expireCaches();
    await choosePledge(page, 10);
    await page.waitForURL('**/sandbox/checkout/**');
    expireCaches();
    await enterCard(page, cards.pays);
    await waitForText(page, 'Your pledge is in');
    expect(await fan.client.call(listMyPledges, { query: {} })).toMatchObject([
      { status: 'pledged', amountCents: 10_00 },
    ]);
  });
});
