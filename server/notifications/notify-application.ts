import { sentences, t } from '#contract/language/text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { givenReason, type Notice } from './notice.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { findApplication } from './notice-reviews.sql.ts';
import { notify } from './notify.ts';

/** Notifies admins about a new creator application, or the applicant about the decision. */
export async function notifyApplication(context: Platform, applicationId: string): Promise<void> {
  await context.db.tx(async (tx) => {
    const application = await findApplication(tx, applicationId);
    const user = application && (await findRecipient(tx, application.userId));
    if (!application || !user) return;
    if (application.status === 'pending') {
      for (const admin of await listAdmins(tx))
        await notify(context, tx, admin, () => applicationMade(application), applicationId);
      return;
    }
    const compose = () =>
      application.status === 'approved' ? applicationApproved() : applicationRejected(application.reason);
    await notify(context, tx, user, compose, applicationId);
  });
}

export const applicationMade = ({ userId, fullName }: { userId: string; fullName: string }): Notice => ({
  kind: 'application_made',
  title: t`A creator application is waiting for review`,
  body: t`${{ name: fullName }} applied to become a creator.`,
  href: '/admin/verifications',
  personId: userId,
  action: t`Review the application`,
});

export const applicationApproved = (): Notice => ({
  kind: 'application_approved',
  title: t`You are a verified creator`,
  body: t`Your application was approved. Pools for you are on your dashboard.`,
  href: '/dashboard',
  action: t`Open your dashboard`,
});

export const applicationRejected = (reason: string | null): Notice => ({
  kind: 'application_rejected',
  title: t`Your creator application was not approved`,
  body: sentences(reason ? givenReason(reason) : '', t`You can update your application and apply again.`),
  href: '/become-creator',
  action: t`Apply again`,
});
