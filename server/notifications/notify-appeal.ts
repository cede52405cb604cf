import { paths } from '#contract/paths.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { listAdmins } from './notice-data.sql.ts';
import { notify } from './notify.ts';

/** Tells every admin that a suspended person asks for another look, in the caller's transaction. */
export async function notifyAdminsOfAppeal(
  context: Platform,
  tx: Tx,
  { id, username, reason }: { id: string; username: string; reason: string },
): Promise<void> {
  const notice = {
    kind: 'appeal_made',
    title: `@${username} appealed their suspension`,
    body: reason,
    href: paths.adminReports,
    action: 'Review the appeal',
  } as const;
  for (const admin of await listAdmins(tx)) await notify(context, tx, admin, notice, id);
}

/** Tells a suspended person why their appeal was dismissed, in the caller's transaction. */
export async function notifyDismissedAppeal(
  context: Platform,
  tx: Tx,
  { userId, email, reportId, answer }: { userId: string; email: string; reportId: string; answer: string },
): Promise<void> {
  const notice = {
    kind: 'appeal_dismissed',
    title: 'Your account stays suspended',
    body: `An admin looked at your appeal again. Reason: ${answer}`,
    href: paths.settings,
    action: 'Open your settings',
  } as const;
  await notify(context, tx, { id: userId, email }, notice, reportId);
}
