import { useState } from 'react';
import type { AdminUserItem } from '#contract/admin/users.ts';
import { deleteAdminUser, endUserSession, getApprovalTerms, resetUserPassword } from '#contract/calls/admin.ts';
import { type Message, msg, t, textOf, verbatim } from '#contract/language/text.ts';
import { type Device, deviceText } from '#contract/values/device-text.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { SecondAdminNote, useNeedsSecond } from '#web/safety/second-admin.tsx';
import { Checkbox, TextField } from '#web/ui/forms/field.tsx';
import { changeUser, endAllSessions, nameOf, type UserAction, userReads } from './user-plan.ts';

export interface DialogProps {
  user: AdminUserItem;
  onClose: () => void;
}

const kept = () => ({ label: t`Reason`, hint: t`Recorded in the audit trail.` });
const told = () => ({ label: t`Reason`, hint: t`They’ll see this. It’s also recorded in the audit trail.` });

const roles: readonly (readonly [AdminUserItem['role'], Message, Message])[] = [
  ['user', msg`Fan`, msg`Starts and backs pools.`],
  ['creator', msg`Creator`, msg`Also accepts pools, delivers and gets paid.`],
  ['admin', msg`Admin`, msg`Can do everything you can.`],
];

/** The note of the role of fans, for a person who loses the means of a creator with it. */
const demotion = msg`Starts and backs pools. Can’t deliver the pools they accepted or set up payouts until they’re a creator again. Everyone who paid is refunded if the time to deliver ends.`;

function RoleDialog({ user, onClose }: DialogProps) {
  const [role, setRole] = useState(user.role);
  const name = nameOf(user);
  const isPromotion = role === 'admin' && user.role !== 'admin';
  const waits = useNeedsSecond('promotion') && isPromotion;
  return (
    <ActionDialog
      title={t`Change ${{ name }}’s role?`}
      action={t`Change role`}
      variant="primary"
      reason={kept()}
      run={(reason) => changeUser(user, { role }, reason)}
      refresh={[...userReads, getApprovalTerms]}
      done={
        waits
          ? {
              title: t`Waiting for a second admin`,
              description: t`${{ name }} becomes an admin when another admin approves it.`,
            }
          : { title: t`Role changed`, description: name }
      }
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1">{t`They keep their pools, pledges and money.`}</legend>
        {roles.map(([value, label, note]) => (
          <Checkbox
            key={value}
            type="radio"
            name="role"
            label={textOf(label)}
            note={textOf(value === 'user' && user.role !== 'user' ? demotion : note)}
            checked={role === value}
            onChange={() => setRole(value)}
          />
        ))}
      </fieldset>
      {isPromotion ? <SecondAdminNote act="promotion" /> : null}
    </ActionDialog>
  );
}

const dayMs = 24 * 60 * 60 * 1000;
const dayAfter = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** Suspends a person, or changes the end of their suspension. */
function SuspendDialog({ user, onClose }: DialogProps) {
  const isSuspended = user.status === 'suspended';
  const [isForever, setForever] = useState(isSuspended && user.suspendedUntil === null);
  const [day, setDay] = useState(() => user.suspendedUntil?.slice(0, 10) ?? dayAfter(7));
  const name = nameOf(user);
  const until = isForever ? null : `${day}T23:59:59Z`;
  return (
    <ActionDialog
      title={isSuspended ? t`Change ${{ name }}’s suspension?` : t`Suspend ${{ name }}?`}
      action={isSuspended ? t({ message: 'Change', context: 'verb on a button' }) : t`Suspend`}
      reason={told()}
      run={(reason) => changeUser(user, { suspended: true, suspendedUntil: until }, reason)}
      refresh={userReads}
      done={{
        title: isSuspended ? t`Suspension changed` : t`Suspended`,
        description: t`We notified ${{ name }} and gave your reason.`,
      }}
      onClose={onClose}
    >
      <p>{t`They can sign in, read and export their data, and appeal to the admins. Nothing else works for them. Until you lift it, their pools take no pledges and aren’t paid out, and their own card isn’t charged.`}</p>
      <fieldset>
        <legend className="sr-only">{t`How long`}</legend>
        <Checkbox
          type="radio"
          name="until"
          label={t`Until a date`}
          checked={!isForever}
          onChange={() => setForever(false)}
        />
        {isForever ? null : (
          <TextField
            label={t`Last day`}
            type="date"
            required
            min={dayAfter(0)}
            value={day}
            onChange={(event) => setDay(event.target.value || dayAfter(7))}
          />
        )}
        <Checkbox
          type="radio"
          name="until"
          label={t`Without end`}
          note={t`Until an admin lifts it.`}
          checked={isForever}
          onChange={() => setForever(true)}
        />
      </fieldset>
    </ActionDialog>
  );
}

function LiftDialog({ user, onClose }: DialogProps) {
  const name = nameOf(user);
  const isAdmin = user.role === 'admin';
  const waits = useNeedsSecond('promotion') && isAdmin;
  return (
    <ActionDialog
      title={t`Lift ${{ name }}’s suspension?`}
      action={t`Lift suspension`}
      variant="paid"
      reason={told()}
      run={(reason) => changeUser(user, { suspended: false }, reason)}
      refresh={[...userReads, getApprovalTerms]}
      done={
        waits
          ? {
              title: t`Waiting for a second admin`,
              description: t`${{ name }}’s suspension ends when another admin approves it.`,
            }
          : { title: t`Suspension lifted`, description: name }
      }
      onClose={onClose}
    >
      <p>
        {isAdmin
          ? t`They can use every part of the site again, with the rights of an admin.`
          : t`They can use every part of the site again.`}
      </p>
      {isAdmin ? <SecondAdminNote act="promotion" /> : null}
    </ActionDialog>
  );
}

function HoldDialog({ user, onClose }: DialogProps) {
  const name = nameOf(user);
  return (
    <ActionDialog
      title={t`Hold ${{ name }}’s payouts?`}
      action={t`Hold payouts`}
      reason={told()}
      run={(reason) => changeUser(user, { payoutsHeld: true }, reason)}
      refresh={userReads}
      done={{ title: t`Payouts held`, description: t`We notified ${{ name }} and gave your reason.` }}
      onClose={onClose}
    >
      <p>{t`What they earn stays in their balance until you release it. Their pools go on, and transfers that were already sent arrive.`}</p>
    </ActionDialog>
  );
}

function ReleaseDialog({ user, onClose }: DialogProps) {
  const name = nameOf(user);
  return (
    <ActionDialog
      title={t`Release ${{ name }}’s payouts?`}
      action={t`Release payouts`}
      variant="paid"
      reason={told()}
      run={(reason) => changeUser(user, { payoutsHeld: false }, reason)}
      refresh={userReads}
      done={{ title: t`Payouts released`, description: t`We notified ${{ name }} and gave your reason.` }}
      onClose={onClose}
    >
      <p>
        {user.status === 'suspended'
          ? t`Nothing is sent while they’re suspended. After that, their payouts go on.`
          : t`We send what has been waiting.`}
      </p>
    </ActionDialog>
  );
}

function VerifyDialog({ user, onClose }: DialogProps) {
  const name = nameOf(user);
  const isVerified = !user.isVerified;
  return (
    <ActionDialog
      title={isVerified ? t`Verify ${{ name }}?` : t`Withdraw ${{ name }}’s verification?`}
      action={isVerified ? t`Verify` : t`Withdraw`}
      variant={isVerified ? 'paid' : 'danger'}
      reason={kept()}
      run={(reason) => changeUser(user, { isVerified }, reason)}
      refresh={userReads}
      done={{ title: isVerified ? t`Verified` : t`Verification withdrawn`, description: name }}
      onClose={onClose}
    >
      <p>{isVerified ? t`Their name gets the check mark.` : t`Their name loses the check mark.`}</p>
    </ActionDialog>
  );
}

function SessionsDialog({ user, onClose }: DialogProps) {
  const name = nameOf(user);
  return (
    <ActionDialog
      title={t`Sign ${{ name }} out everywhere?`}
      action={t`End all sessions`}
      reason={kept()}
      run={(reason) => endAllSessions(user, reason)}
      refresh={userReads}
      done={{ title: t`All sessions ended`, description: name }}
      onClose={onClose}
    >
      <p>{t`Every device is signed out immediately. They can sign in again.`}</p>
    </ActionDialog>
  );
}

function PasswordDialog({ user, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={t`Email ${{ name: nameOf(user) }} a password reset link?`}
      action={t`Send link`}
      variant="primary"
      reason={kept()}
      run={(reason = '') => call(resetUserPassword, { params: { id: user.id }, body: { reason } })}
      refresh={userReads}
      done={{ title: t`Link sent`, description: verbatim(user.email) }}
      onClose={onClose}
    >
      <p>{t`We’ll email a one-time link to ${{ email: user.email }}. Their password works until they choose a new one, which signs out their other devices.`}</p>
    </ActionDialog>
  );
}

function DeleteDialog({ user, onClose }: DialogProps) {
  const name = nameOf(user);
  return (
    <ActionDialog
      title={t`Delete ${{ name }}’s account?`}
      action={t`Delete account`}
      reason={{ label: t`Reason`, hint: t`How and when they asked for this. Recorded in the audit trail.` }}
      run={(reason = '') => call(deleteAdminUser, { params: { id: user.id }, body: { reason } })}
      refresh={userReads}
      done={{ title: t`Account deleted`, description: name }}
      onClose={onClose}
    >
      <p>{t`Only at the owner’s request. This can’t be undone. Their profile, messages and sign-in are erased, and open pledges are withdrawn. Records of payments stay, without their name.`}</p>
    </ActionDialog>
  );
}

const dialogs: Record<UserAction, (props: DialogProps) => React.ReactNode> = {
  role: RoleDialog,
  suspend: SuspendDialog,
  end: SuspendDialog,
  lift: LiftDialog,
  hold: HoldDialog,
  release: ReleaseDialog,
  verify: VerifyDialog,
  withdraw: VerifyDialog,
  sessions: SessionsDialog,
  password: PasswordDialog,
  delete: DeleteDialog,
};

export interface AskedAction {
  user: AdminUserItem;
  action: UserAction;
}

/** The confirmation of an action on a person. */
export function UserDialog({ asked, onClose }: { asked: AskedAction; onClose: () => void }) {
  const Asking = dialogs[asked.action];
  return <Asking user={asked.user} onClose={onClose} />;
}

interface SessionDialogProps extends DialogProps {
  session: { id: string } & Device;
}

export function SessionDialog({ user, session, onClose }: SessionDialogProps) {
  return (
    <ActionDialog
      title={t`End the session on ${{ device: deviceText(session) }}?`}
      action={t`End session`}
      reason={kept()}
      run={(reason = '') => call(endUserSession, { params: { id: user.id, sessionId: session.id }, body: { reason } })}
      refresh={userReads}
      done={{ title: t`Session ended`, description: deviceText(session) }}
      onClose={onClose}
    >
      <p>{t`${{ name: nameOf(user) }} is signed out on this device immediately.`}</p>
    </ActionDialog>
  );
}
