import { MailWarning } from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { paths } from '#contract/paths.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { fullDate } from '#contract/values/time.ts';
import { TextLink } from '#web/ui/link.tsx';
import { ResendButton } from './resend-button.tsx';

/** Warns that the account's email address refuses our emails, and says how to get them again. */
export function EmailProblem({ user, problem }: { user: CurrentUser; problem: AccountSettings['emailProblem'] }) {
  if (!problem) return null;
  return (
    <div className="notice mb-5 max-w-5xl" data-tone="danger" role="status">
      <MailWarning aria-hidden="true" />
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <p>
            <b>Our mail to {user.email} doesn’t arrive.</b> It has been refused since {fullDate(problem.since)}, so we
            only send emails about your account’s security. Open a new confirmation link in that mailbox, or{' '}
            <TextLink to={`${paths.settings}#email`}>change your email</TextLink>.
          </p>
          <p className="mt-1 text-sm wrap-anywhere text-muted">The mail server’s answer: {problem.answer}</p>
        </div>
        <ResendButton size="sm" label="Send a confirmation link" />
      </div>
    </div>
  );
}
