import { BadgeCheck, MailWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { msg, t, textOf } from '#contract/language/text.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip } from '#web/ui/display.tsx';
import { ResendButton } from './resend-button.tsx';

const roles = {
  user: undefined,
  creator: msg({ message: 'Creator', context: 'the role of a person' }),
  admin: msg({ message: 'Admin', context: 'the role of a person' }),
} as const;

/** The signed-in user, and whether their email is confirmed. */
export function AccountCard({ user, actions }: { user: CurrentUser; actions?: ReactNode }) {
  const name = user.displayName || user.username;
  const role = roles[user.role];
  return (
    <section aria-label={t`Your profile`} className="card">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4 p-5">
        <Avatar name={name} src={user.avatarUrl} size={64} />
        <div className="min-w-0 flex-1 sm:basis-60">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {name}
            </span>
            {role ? <Chip tone="paid">{textOf(role)}</Chip> : null}
          </h2>
          <p className="text-muted" dir="auto">
            @{user.username}
          </p>
        </div>
        {actions ? <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>*]:flex-1">{actions}</div> : null}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-t border-line px-5 py-4">
        <div className="min-w-0">
          <p className="break-all">{user.email}</p>
          {user.emailVerified ? (
            <p className="mt-0.5 flex items-center gap-1.5 text-sm text-paid-text">
              <BadgeCheck aria-hidden="true" className="size-4!" />
              {t`Email confirmed`}
            </p>
          ) : (
            <p className="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
              <MailWarning aria-hidden="true" className="size-4!" />
              {t`Not confirmed yet. Open the link we emailed you.`}
            </p>
          )}
        </div>
        {user.emailVerified ? null : <ResendButton size="sm" />}
      </div>
    </section>
  );
}
