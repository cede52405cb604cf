import { expect, it } from 'vitest';
import { creatorPath, paths, paymentPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { goTo } from '#testing/browser.ts';
import { cards } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const dayMs = 86_400_000;

/** The server and the browser never render at the same moment. Clocks that are far apart make every part differ that can. */
it('pages hydrate without a fault in a browser whose clock is a year ahead', async () => {
  const { site } = stage;
  const [fan, owner, creator] = await Promise.all([site.member(), site.member('owner'), site.creator()]);
  const open = await site.newPool(owner, creator, { deadline: new Date(Date.now() + 60 * dayMs).toISOString() });
  // Its card expires at the end of this month, before the pool can be collected.
  const expiring = await site.pledge(fan, open, 10_00);
  await site.sql`
    update cards set exp_year = date_part('year', now()), exp_month = date_part('month', now())
    where id = (select card_id from pledges where id = ${expiring.id})`;
  expect((await site.pledgeIs(fan, expiring.id, 'pledged')).cardExpiresOn).not.toBe(null);
  const met = await site.newPool(owner, creator);
  await site.pledge(fan, met, met.fundingGoal);
  const { pool: inWork } = await site.funded(owner, creator, [{ who: fan, cents: 20_00 }]);
  const { pool: delivered } = await site.funded(owner, creator, [{ who: fan, cents: 20_00 }]);
  await site.deliver(creator, delivered);
  await site.review(delivered);
  const collecting: Pool = await site.newPool(owner, creator);
  const due = await site.pledge(fan, collecting, collecting.fundingGoal, cards.insufficient);
  await site.accept(creator, collecting);
  await site.app.settle();
  await site.pledgeIs(fan, due.id, 'notified');

  const visits = [
    [undefined, [paths.home, paths.feed, open.canonicalPath, creatorPath(creator.username)]],
    [
      fan,
      [
        open.canonicalPath,
        met.canonicalPath,
        inWork.canonicalPath,
        delivered.canonicalPath,
        collecting.canonicalPath,
        paths.myAccount,
        paymentPath(due.id),
        paymentPath(expiring.id),
        paths.notifications,
        paths.settings,
        paths.messages,
        paths.createPool,
        paths.following,
        paths.transparency,
        paths.becomeCreator,
      ],
    ],
    [
      creator,
      [
        paths.dashboard,
        inWork.canonicalPath,
        delivered.canonicalPath,
        paths.apiTokens,
        paths.overlays,
        '/settings/webhooks',
        `${paths.dashboard}?view=earnings`,
        `${paths.dashboard}?view=page`,
      ],
    ],
    [
      site.admin,
      [
        paths.admin,
        paths.adminPools,
        paths.adminMoney,
        paths.adminHealth,
        paths.adminUsers,
        paths.adminAudit,
        paths.adminContentClaims,
        paths.adminReports,
        paths.adminChat,
      ],
    ],
  ] as const;
  for (const [who, pages] of visits) {
    const page = await stage.window({ as: who });
    await page.clock.setFixedTime(Date.now() + 400 * dayMs);
    for (const path of pages) {
      await goTo(page, path);
      expect(await page.locator('main').count(), path).toBe(1);
    }
  }
});
