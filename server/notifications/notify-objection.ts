import { sentences, type Text, t } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import type { Platform } from '#server/platform/platform.ts';
import { finalMoney } from './money-sentences.ts';
import { asSentence, type Notice, nameOfPool, poolLink } from './notice.ts';
import { findPledgeOf, findPool, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { findObjection } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/** Notifies admins about a new objection, or the fan about the decision. */
export async function notifyObjection(context: Platform, objectionId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const objection = await findObjection(tx, objectionId);
    if (!objection) return;
    const pool = await findPool(tx, objection.poolId);
    const fan = await findRecipient(tx, objection.fanId);
    if (!pool || !fan) return;
    if (objection.status !== 'open') {
      const pledge = await findPledgeOf(tx, pool.id, fan.id);
      await notify(context, tx, fan, () => objectionDecided(pool, pledge, objection), objectionId);
      return;
    }
    for (const admin of await listAdmins(tx))
      await notify(context, tx, admin, () => objectionMade(pool, objection.reason), objectionId);
  });
}

export const objectionMade = (pool: PoolRow, reason: string): Notice => ({
  kind: 'objection_made',
  title: t`A fan objected to a delivery`,
  body: pool.adult
    ? t`About ${{ pool: nameOfPool(pool) }}: read it in the queue.`
    : t`About ${{ pool: nameOfPool(pool) }}: ${{ reason }}`,
  href: '/admin/reports',
  poolId: pool.id,
  action: t`Review the objection`,
});

export function objectionDecided(
  pool: PoolRow,
  pledge: PledgeRow | undefined,
  { status, answer }: { status: string; answer: string | null },
  now = new Date(),
): Notice {
  const upheld = status === 'upheld';
  return {
    kind: upheld ? 'objection_upheld' : 'objection_dismissed',
    title: upheld ? t`Your objection was upheld` : t`Your objection was not upheld`,
    body: sentences(
      t`We reviewed ${{ pool: nameOfPool(pool) }} again.`,
      answer && !pool.adult ? t`Our answer: ${{ answer: asSentence(answer) }}` : '',
      moneyAfterObjection(pool, pledge, { upheld, now }),
    ),
    ...poolLink(pool),
  };
}

function moneyAfterObjection(
  pool: PoolRow,
  pledge: PledgeRow | undefined,
  { upheld, now }: { upheld: boolean; now: Date },
): Text {
  if (pledge && pledge.status !== 'paid') return finalMoney(pledge);
  if (upheld) return t`The creator has to deliver again. Your payment stays held until then.`;
  return pool.status === 'delivered' && pool.quietUntil && pool.quietUntil > now
    ? t`The delivery stands. Your payment goes to the creator after ${{ date: fullDate(pool.quietUntil) }}.`
    : t`The delivery stands, and your payment goes to the creator.`;
}
