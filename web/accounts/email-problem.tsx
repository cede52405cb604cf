import { MailWarning } from 'lucide-react';
import type { CurrentUser } from '#contract/accounts.ts';
import { msg, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { AccountSettings } from '#contract/settings.ts';
import { fullDate } from '#contract/values/time.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
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
            <RichText
              text={msg`<b>Our mail to ${{ email: user.email }} doesn’t arrive.</b> It has been refused since ${{ date: fullDate(problem.since) }}, so we only send emails about your account’s security. Open a new confirmation link in that mailbox, or <settings>change your email</settings>.`}
              tags={{
                b: (text) => <b>{text}</b>,
                settings: (text) => <TextLink to={`${paths.settings}#email`}>{text}</TextLink>,
              }}
            />
          </p>
          <p className="mt-1 text-sm wrap-anywhere text-muted">{t`The mail server’s answer: ${{ answer: problem.answer }}`}</p>
        </div>
        <ResendButton size="sm" label={t`Send a confirmation link`} />
      </div>
    </div>
  );
}
