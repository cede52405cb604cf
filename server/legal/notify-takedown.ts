import { plural, sentences, type Text, t } from '#contract/language/text.ts';
import { paths, takedownPath } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { givenReason, type Notice } from '#server/notifications/notice.ts';
import { notify } from '#server/notifications/notify.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { MaterialRow } from './materials.sql.ts';
import { findPerson, listAdmins } from './people.sql.ts';
import { referenceOf } from './takedown-view.ts';

async function notifySubject(
  context: InTransaction<Platform>,
  tx: Tx,
  material: MaterialRow,
  compose: () => Notice,
): Promise<void> {
  const person = await findPerson(tx, material.subjectId);
  if (person) await notify(context, tx, person, compose, material.id);
}

export async function notifyDisabled(context: InTransaction<Platform>, tx: Tx, material: MaterialRow): Promise<void> {
  await notifySubject(context, tx, material, () => disabledNotice(material));
}

export function disabledNotice(material: MaterialRow): Notice {
  const until = material.dueAt ? fullDate(material.dueAt) : '';
  return {
    kind: 'takedown_disabled',
    title: t`We disabled something you posted because of a copyright notice`,
    body: sentences(
      t`${{ material: material.label }} is no longer visible.`,
      material.frozePool ? t`Until the case is closed, the pool is frozen and no money moves.` : '',
      t`If this is a mistake, send a counter-notice by ${{ date: until }}. After that, it stays disabled.`,
    ),
    href: takedownPath(material.id),
    action: t`Read the notice and respond`,
  };
}

interface SettledCase {
  status: 'restored' | 'kept_down';
  /** False for a restored comment that a report keeps removed, and for a picture that was deleted in the meantime. */
  isVisible: boolean;
  reason: string | null;
}

export async function notifySettled(
  context: InTransaction<Platform>,
  tx: Tx,
  material: MaterialRow,
  end: SettledCase,
): Promise<void> {
  await notifySubject(context, tx, material, () => settledNotice(material, end));
}

/** The consequences that a late restoration cannot undo. */
const afterwards: Record<MaterialRow['kind'], () => Text | ''> = {
  pool: () => t`If the pool was removed, it stays removed.`,
  delivery: () => t`Refunds already made are not undone.`,
  comment: () => '',
  picture: () => '',
};

function wordsOfEnd(
  { label: material, kind, status: before }: MaterialRow,
  { status, isVisible }: SettledCase,
): { title: Text; body: Text } {
  if (status === 'kept_down') {
    return {
      title: t`Your material stays disabled`,
      body: t`${{ material }} stays disabled after the copyright notice.`,
    };
  }
  if (!isVisible && kind === 'picture') {
    return {
      title: t`A copyright case about your picture is closed`,
      body: t`${{ material }} was deleted in the meantime. The copyright notice no longer counts against you.`,
    };
  }
  if (!isVisible) {
    return {
      title: t`A copyright case about your comment is closed`,
      body: t`${{ material }} stays removed because a report about it was upheld. The copyright notice no longer counts against you.`,
    };
  }
  const limits = before === 'kept_down' ? afterwards[kind]() : '';
  return {
    title: t`Your material was restored`,
    body: sentences(t`${{ material }} is visible again.`, limits),
  };
}

export function settledNotice(material: MaterialRow, end: SettledCase): Notice {
  const { title, body } = wordsOfEnd(material, end);
  return {
    kind: end.status === 'restored' ? 'takedown_restored' : 'takedown_kept_down',
    title,
    body: sentences(body, end.reason ? givenReason(end.reason) : ''),
    href: takedownPath(material.id),
    action: t`Open the case`,
  };
}

/** Returns whether an admin was notified who did not have this notice yet. */
async function notifyAdmins(
  context: InTransaction<Platform>,
  tx: Tx,
  compose: () => Notice,
  cause: string,
): Promise<boolean> {
  let isNew = false;
  for (const admin of await listAdmins(tx)) isNew = Boolean(await notify(context, tx, admin, compose, cause)) || isNew;
  return isNew;
}

const queueLink = (noticeId: string, status: string) => ({
  href: `${paths.adminTakedowns}?search=${referenceOf(noticeId)}&status=${status}`,
  action: t`Open the notice`,
});

export async function notifyNoticeMade(context: InTransaction<Platform>, tx: Tx, noticeId: string): Promise<void> {
  await notifyAdmins(context, tx, () => takedownMade(noticeId), noticeId);
}

export const takedownMade = (noticeId: string): Notice => ({
  kind: 'takedown_made',
  title: t`New copyright notice`,
  body: t`${{ reference: referenceOf(noticeId) }} is waiting for your decision. The law expects us to act promptly.`,
  ...queueLink(noticeId, 'open'),
});

export async function notifyCounterNotice(
  context: InTransaction<Platform>,
  tx: Tx,
  material: MaterialRow,
  restoreAt: Date,
): Promise<void> {
  await notifyAdmins(context, tx, () => counterNoticeMade(material, restoreAt), material.id);
}

export const counterNoticeMade = ({ noticeId, label }: MaterialRow, restoreAt: Date): Notice => ({
  kind: 'counter_notice_made',
  title: t`New counter-notice`,
  body: t`${{ material: label }} will be restored on ${{ date: fullDate(restoreAt) }} unless you record a court action by the complainant.`,
  ...queueLink(noticeId, 'all'),
});

/** Returns false if the admins already know this number of strikes. */
export async function notifyRepeatInfringer(
  context: InTransaction<Platform>,
  tx: Tx,
  { userId, strikes }: { userId: string; strikes: number },
): Promise<boolean> {
  const username = (await findPerson(tx, userId))?.username ?? 'deleted';
  return notifyAdmins(context, tx, () => repeatInfringer(username, strikes), `${userId}:${strikes}`);
}

export const repeatInfringer = (username: string, strikes: number): Notice => ({
  kind: 'repeat_infringer',
  title: t`@${{ username }} is flagged as a repeat infringer`,
  body: sentences(
    t`${plural({ strikes }, { other: '# copyright notices led us' })} to disable material that @${{ username }} posted.`,
    t`Decide whether to suspend the account.`,
  ),
  href: paths.adminTakedowns,
  action: t`Open the notices`,
});
