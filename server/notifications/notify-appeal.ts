import { sentences, t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { givenReason, type Notice } from './notice.ts';
import { listAdmins, type Recipient } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

export function appealMade({ username, reason }: { username: string; reason: string }): Notice {
  return {
    kind: 'appeal_made',
    title: t`@${{ username }} appealed their suspension`,
    body: verbatim(reason),
    href: paths.adminReports,
    action: t`Review the appeal`,
  };
}

export function appealDismissed(answer: string): Notice {
  return {
    kind: 'appeal_dismissed',
    title: t`Your account stays suspended`,
    body: sentences(t`An admin reviewed your appeal.`, givenReason(answer)),
    href: paths.settings,
    action: t`Open your settings`,
  };
}

/** Notifies every admin about an appeal, in the caller's transaction. */
export async function notifyAdminsOfAppeal(
  context: InTransaction<Platform>,
  tx: Tx,
  { id, ...appeal }: { id: string; username: string; reason: string },
): Promise<void> {
  for (const admin of await listAdmins(tx)) await notify(context, tx, admin, () => appealMade(appeal), id);
}

/** Notifies a suspended person that their appeal was dismissed, and why, in the caller's transaction. */
export async function notifyDismissedAppeal(
  context: InTransaction<Platform>,
  tx: Tx,
  { recipient, reportId, answer }: { recipient: Recipient; reportId: string; answer: string },
): Promise<void> {
  await notify(context, tx, recipient, () => appealDismissed(answer), reportId);
}
