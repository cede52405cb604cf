import type { z } from 'zod';
import type { AuditAction } from '#contract/admin/audit-actions.ts';
import type { changeAdminUser } from '#contract/admin/users.ts';
import { appError } from '#contract/errors.ts';
import { assertMayBecomeAdmin, changeRole, setVerified } from '#server/accounts/administration/change-role.ts';
import { liftSuspension } from '#server/accounts/administration/lift-suspension.ts';
import type { LockedAccount } from '#server/accounts/administration/lock-account.ts';
import { suspendAccount } from '#server/accounts/administration/suspend-account.ts';
import { needsSecondForPromotion } from '#server/approvals/list-approvals.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { ensurePayoutAccounts } from '#server/money/payouts/ensure-payout-account.ts';
import { holdPayouts, releasePayouts } from '#server/money/payouts/hold-payouts.ts';
import { requireFreshProof } from '#server/platform/http/routes.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type Admin, actOnPerson, type Deed } from './act-on-person.ts';
import { askForLift, askForPromotion } from './promote-person.ts';

export type PersonChange = z.output<typeof changeAdminUser.body>;

export interface AdminContext extends MoneyContext {
  /** Lifts suspensions that have ended. */
  liftSuspensions: JobKind<undefined>;
}

/**
 * Changes a person's role, verification, suspension and the hold of their payouts in one transaction. A new admin waits for a second one,
 * if there is one, and so does the end of an admin's suspension. See `actOnPerson` for the errors; also approval_waiting.
 */
export async function changePerson(
  context: AdminContext,
  admin: Admin,
  userId: string,
  change: PersonChange,
): Promise<void> {
  assertWhole(change);
  const { reason, version } = change;
  await actOnPerson(context, admin, { userId, action: attemptOf(change), reason, version }, (tx, account) =>
    applyChange(context, tx, account, { ...change, admin }),
  );
}

function assertWhole({ role, isVerified, suspended, suspendedUntil, payoutsHeld, reason }: PersonChange): void {
  const refuse = (field: string, message: () => string) =>
    appError('validation_failed', { message, fields: { [field]: message } });
  if (role === undefined && isVerified === undefined && suspended === undefined && payoutsHeld === undefined) {
    throw appError('validation_failed', {
      message: () => 'Send at least one of role, isVerified, suspended and payoutsHeld.',
    });
  }
  if (payoutsHeld !== undefined && !reason) throw refuse('reason', () => 'Reason is required');
  if (!suspendedUntil) return;
  if (!suspended) throw refuse('suspendedUntil', () => 'Only a suspension can have an end date.');
  if (new Date(suspendedUntil).getTime() <= Date.now()) {
    throw refuse('suspendedUntil', () => 'The end of a suspension must be in the future.');
  }
}

/** The action that a refusal is recorded as. */
function attemptOf({ role, isVerified, suspended, payoutsHeld }: PersonChange): AuditAction {
  if (role !== undefined) return 'user.role';
  if (payoutsHeld !== undefined) return payoutsHeld ? 'user.payouts_held' : 'user.payouts_released';
  if (suspended !== undefined) return suspended ? 'user.suspended' : 'user.suspension_lifted';
  return isVerified ? 'user.verified' : 'user.unverified';
}

type ChangeByAdmin = PersonChange & { admin: Admin };

/** Roles, and what takes an admin away or brings one back. */
const isDangerous = (account: LockedAccount, { role, suspended }: PersonChange): boolean =>
  (role !== undefined && role !== account.role) || (suspended !== undefined && account.role === 'admin');

async function applyChange(
  context: InTransaction<AdminContext>,
  tx: Tx,
  account: LockedAccount,
  change: ChangeByAdmin,
): Promise<Deed[]> {
  if (isDangerous(account, change)) requireFreshProof(change.admin.actor);
  // Lifting comes first: a suspended account cannot become an admin.
  const parts = [
    await changeSuspension(context, tx, account, change),
    await changePayouts(context, tx, account, change),
    await changeVerification(tx, account, change),
    await changeTheRole(context, tx, account, change),
  ];
  // A request for a second admin has written its audit row.
  const deeds = parts.flatMap((part) => (part === 'waits' ? [] : part));
  if (deeds.length === 0 && !parts.includes('waits'))
    throw appError('conflict', { message: () => 'This account is already in that state. Nothing was changed.' });
  return deeds;
}

async function changeSuspension(
  context: InTransaction<AdminContext>,
  tx: Tx,
  account: LockedAccount,
  change: ChangeByAdmin,
): Promise<Deed[] | 'waits'> {
  const { suspended, suspendedUntil, reason } = change;
  if (suspended === undefined) return [];
  if (!suspended) return lift(context, tx, account, change);
  const before = suspensionOf(account);
  const until = suspendedUntil ? new Date(suspendedUntil) : null;
  if (before.suspended && before.until === isoOf(until)) return [];
  const isShorter = before.suspended && until && (!account.suspendedUntil || until < account.suspendedUntil);
  if (isShorter && (await needsSecondToLift(tx, account, change))) {
    throw appError('forbidden', {
      message: () => 'The suspension of an admin can’t be made shorter. Lift it, which a second admin has to approve.',
    });
  }
  await suspendAccount(context, tx, account.id, { reason: reason ?? null, until });
  if (until) await context.jobs.enqueue(tx, context.liftSuspensions, undefined, { startAt: until });
  const action = before.suspended ? 'user.suspension_changed' : 'user.suspended';
  return [{ action, before, after: { suspended: true, until: isoOf(until) } }];
}

async function lift(
  context: InTransaction<AdminContext>,
  tx: Tx,
  account: LockedAccount,
  change: ChangeByAdmin,
): Promise<Deed[] | 'waits'> {
  const { admin, reason } = change;
  const before = suspensionOf(account);
  if (!before.suspended) return [];
  if (await needsSecondToLift(tx, account, change)) {
    await askForLift(context, tx, admin, { userId: account.id, reason: reason ?? null });
    return 'waits';
  }
  await liftSuspension(context, tx, account.id, { adminId: admin.actor.userId, reason: reason ?? '' });
  return [{ action: 'user.suspension_lifted', before, after: { suspended: false, until: null } }];
}

const suspensionOf = ({ suspendedAt, suspendedUntil }: LockedAccount) => ({
  suspended: suspendedAt !== null,
  until: isoOf(suspendedUntil),
});

/** With the end of the suspension, an account that stays an admin gets the rights back, as a new admin gets them. */
const needsSecondToLift = async (tx: Tx, account: LockedAccount, { role, admin }: ChangeByAdmin): Promise<boolean> =>
  account.role === 'admin' && (role ?? 'admin') === 'admin' && needsSecondForPromotion(tx, admin.actor.userId);

async function changePayouts(
  context: InTransaction<AdminContext>,
  tx: Tx,
  { id: userId }: LockedAccount,
  { payoutsHeld, reason = '' }: ChangeByAdmin,
): Promise<Deed[]> {
  if (payoutsHeld === undefined) return [];
  const change = payoutsHeld ? holdPayouts : releasePayouts;
  if (!(await change(context, tx, { userId, reason }))) return [];
  const action = payoutsHeld ? 'user.payouts_held' : 'user.payouts_released';
  return [{ action, before: { payoutsHeld: !payoutsHeld }, after: { payoutsHeld } }];
}

async function changeVerification(tx: Tx, account: LockedAccount, { isVerified }: PersonChange): Promise<Deed[]> {
  if (isVerified === undefined || isVerified === account.isVerified) return [];
  await setVerified(tx, account.id, isVerified);
  const action = isVerified ? 'user.verified' : 'user.unverified';
  return [{ action, before: { isVerified: account.isVerified }, after: { isVerified } }];
}

async function changeTheRole(
  context: InTransaction<AdminContext>,
  tx: Tx,
  account: LockedAccount,
  { role, suspended, reason, admin }: ChangeByAdmin,
): Promise<Deed[] | 'waits'> {
  if (role === undefined || role === account.role) return [];
  const suspendedAt = suspended === undefined ? account.suspendedAt : suspended ? new Date() : null;
  const current = { ...account, suspendedAt };
  if (role === 'admin' && (await needsSecondForPromotion(tx, admin.actor.userId))) {
    assertMayBecomeAdmin(current);
    await askForPromotion(context, tx, admin, { userId: account.id, reason: reason ?? null });
    return 'waits';
  }
  await changeRole(context, tx, current, role);
  if (role === 'creator') await ensurePayoutAccounts(context, tx, account.id);
  return [{ action: 'user.role', before: { role: account.role }, after: { role } }];
}

const isoOf = (moment: Date | null): string | null => moment?.toISOString() ?? null;
