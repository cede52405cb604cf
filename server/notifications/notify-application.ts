import type { Platform } from '#server/platform/platform.ts';
import { asSentence, type Notice } from './notice.ts';
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
      const notice = applicationMade(application);
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, notice, applicationId);
      return;
    }
    await notify(
      context,
      tx,
      user,
      application.status === 'approved' ? applicationApproved : applicationRejected(application.reason),
      applicationId,
    );
  });
}

export const applicationMade = ({ userId, fullName }: { userId: string; fullName: string }): Notice => ({
  kind: 'application_made',
  title: 'A creator application is waiting for review',
  body: `${fullName} applied to become a creator.`,
  href: '/admin/verifications',
  personId: userId,
  action: 'Review the application',
});

export const applicationApproved: Notice = {
  kind: 'application_approved',
  title: 'You are a verified creator',
  body: 'Your application was approved. Pools for you are on your dashboard.',
  href: '/dashboard',
  action: 'Open your dashboard',
};

export const applicationRejected = (reason: string | null): Notice => ({
  kind: 'application_rejected',
  title: 'Your creator application was not approved',
  body: `${reason ? `Reason: ${asSentence(reason)} ` : ''}You can update your application and apply again.`,
  href: '/become-creator',
  action: 'Apply again',
});
