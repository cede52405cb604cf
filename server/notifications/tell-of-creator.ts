import { formatMoney, formatMoneyExact } from '#contract/money.ts';
import { fullDate } from '#contract/time.ts';
import type { Platform } from '#server/platform/platform.ts';
import {
  findApplication,
  findObjection,
  findPayout,
  findPledgeOf,
  findPool,
  findRecipient,
  listAdmins,
  type PledgeRow,
  type PoolRow,
} from './audience.sql.ts';
import { type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { notify } from './notify.ts';
import { moneyInTheEnd } from './pledge-money.ts';

export async function tellOfApplication(context: Platform, applicationId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const application = await findApplication(tx, applicationId);
    const user = application && (await findRecipient(tx, application.userId));
    if (!application || !user) return;
    if (application.status === 'pending') {
      const notice: Notice = {
        kind: 'application_made',
        title: 'A creator application waits',
        body: `${application.fullName} applied to become a creator.`,
        href: '/admin/verifications',
        action: 'Review it',
      };
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, notice, applicationId);
      return;
    }
    await notify(
      context,
      tx,
      user,
      application.status === 'approved' ? approved : rejected(application.reason),
      applicationId,
    );
  });
}

const approved: Notice = {
  kind: 'application_approved',
  title: 'You are a verified creator',
  body: 'Your application was approved. Pools that ask for you wait on your dashboard.',
  href: '/dashboard',
  action: 'Open your dashboard',
};

const rejected = (reason: string | null): Notice => ({
  kind: 'application_rejected',
  title: 'Your creator application was not approved',
  body: `${reason ? `The reason given: ${reason}. ` : ''}You can mend it and apply again.`,
  href: '/become-creator',
  action: 'Apply again',
});

export async function tellOfPayout(context: Platform, payoutId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const payout = await findPayout(tx, payoutId);
    const creator = payout && (await findRecipient(tx, payout.userId));
    if (!payout || !creator) return;
    const notice: Notice = {
      kind: 'payout_paid',
      title: 'You were paid',
      body: `${formatMoney(payout.amountCents)} was sent to your bank.`,
      href: '/dashboard',
      action: 'Open your dashboard',
      facts: [
        ['Paid out', formatMoneyExact(payout.amountCents)],
        ['Reference', payout.id],
      ],
    };
    await notify(context, tx, creator, notice, payoutId);
  });
}

/** Admins hear of a new objection, the fan of its decision. */
export async function tellOfObjection(context: Platform, objectionId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const objection = await findObjection(tx, objectionId);
    if (!objection) return;
    const pool = await findPool(tx, objection.poolId);
    const fan = await findRecipient(tx, objection.fanId);
    if (!pool || !fan) return;
    if (objection.status !== 'open') {
      const pledge = await findPledgeOf(tx, pool.id, fan.id);
      await notify(context, tx, fan, objectionDecided(pool, pledge, objection), objectionId);
      return;
    }
    const notice = objectionMade(pool, objection.reason);
    for (const admin of await listAdmins(tx)) await notify(context, tx, admin, notice, objectionId);
  });
}

const objectionMade = (pool: PoolRow, reason: string): Notice => ({
  kind: 'objection_made',
  title: 'Someone objects to a delivery',
  body: `About ${nameOfPool(pool)}: ${pool.adult ? 'see the queue' : reason}`,
  href: '/admin/reports',
  action: 'Decide it',
});

export function objectionDecided(
  pool: PoolRow,
  pledge: PledgeRow | undefined,
  { status, answer }: { status: string; answer: string | null },
): Notice {
  const upheld = status === 'upheld';
  const said = answer && !pool.adult ? ` The answer: ${answer}` : '';
  return {
    kind: upheld ? 'objection_upheld' : 'objection_dismissed',
    title: upheld ? 'Your objection was upheld' : 'Your objection was not upheld',
    body: `We looked at ${nameOfPool(pool)} again.${said} ${moneyAfterObjection(pool, pledge, upheld)}`,
    href: pathOfPool(pool),
    action: 'Open the pool',
  };
}

function moneyAfterObjection(pool: PoolRow, pledge: PledgeRow | undefined, upheld: boolean): string {
  if (pledge && pledge.status !== 'paid') return moneyInTheEnd(pledge);
  if (upheld) return 'The creator has to deliver again, and your payment stays held until then.';
  return pool.status === 'delivered' && pool.quietUntil
    ? `The delivery stands. Your payment goes to the creator after ${fullDate(pool.quietUntil)}.`
    : 'The delivery stands, and your payment goes to the creator.';
}
