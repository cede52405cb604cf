import type {} from '#server/accounts/facts.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import type {} from '#server/pools/hooks.ts';
import { hideFan } from './account-deletion.sql.ts';
import { pledgeInvariants } from './check-pledges.ts';
import { figuresAtEnd, joinFiguresAtEnd, shownFigures } from './figures-at-end.ts';
import { definePledgeJobs } from './jobs.ts';
import { listenToMoneyFacts } from './money-fact-listeners.ts';
import { pledgeData } from './personal-data.sql.ts';
import { closeJob } from './pledge-jobs.ts';
import { listPayingFor } from './pledges.sql.ts';
import { permissionsOf } from './policy.ts';
import { listenToPoolFacts } from './pool-fact-listeners.ts';
import {
  countOpenCharges,
  hasOthersPledged,
  myPledge,
  othersPledged,
  pledgeRefusal,
  recentFans,
} from './pool-hooks.sql.ts';
import { pledgeRoutes } from './routes.ts';
import { settlePages } from './settle-pages.ts';
import { assertNoOpenShare, withdrawForDeletion } from './withdraw-for-deletion.ts';

/** The lifecycle of pledges: pledging, charging, reminding, refunding. */
export function pledgesModule(context: MoneyContext): Module {
  listenToMoneyFacts(context);
  listenToPoolFacts(context);
  definePledgeJobs(context);
  context.hooks.handle('pool.open_charges', countOpenCharges);
  context.hooks.handle('pool.settle_pages', (poolId) => settlePages(context, poolId));
  context.hooks.handle('pool.has_other_pledges', hasOthersPledged);
  context.hooks.handle('pool.shown_figures', (sql) => ({ columns: shownFigures(sql), join: joinFiguresAtEnd(sql) }));
  context.hooks.handle('pool_page.recent_fans', recentFans);
  context.hooks.handle('pool_page.at_end', figuresAtEnd);
  context.hooks.handle('pool_page.my_pledge', myPledge);
  context.hooks.handle('pool.pledge_permissions', permissionsOf);
  context.hooks.handle('pool_page.pledge_refusal', pledgeRefusal);
  context.hooks.handle('pool_page.takes_late_pledges', (sql) => sql`takes_late_pledges(p)`);
  context.hooks.handle('pool_page.others_pledged', othersPledged);
  context.facts.within('user.leaving', async (tx, { userId }) => {
    await assertNoOpenShare(tx, userId);
    await withdrawForDeletion(context, tx, userId);
  });
  // Closes their open pages, and cancels charges that have not begun.
  context.facts.within('user.suspended', async (tx, { userId }) => {
    const paying = await listPayingFor(tx, userId);
    await context.jobs.enqueueMany(
      tx,
      closeJob,
      paying.map((pledgeId) => ({ pledgeId })),
    );
  });
  context.facts.within('user.left', (tx, { userId }) => hideFan(tx, userId));
  return { routes: pledgeRoutes(context), invariants: pledgeInvariants, personalData: pledgeData };
}
