import { CircleAlert, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PayoutAccountView } from '#contract/creators/payout-account.ts';
import { msg, plural, t, textOf } from '#contract/language/text.ts';
import { dashboardViewPath, paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import type { Dashboard } from './dashboard-data.ts';
import { GetPaid } from './get-paid.tsx';
import { useProcessorDashboard } from './payout-pages.ts';
import { nameOfAccount } from './processor-names.ts';

const stateWords = {
  ready: [msg({ message: 'Ready', context: 'a payout account' }), 'paid'],
  pending: [msg`Not finished`, 'accent'],
  restricted: [msg`On hold`, 'danger'],
  closed: [msg({ message: 'Closed', context: 'a payout account' }), 'danger'],
  missing: [msg`Not set up`, 'danger'],
} as const;

const bankWords = [msg`Not reaching your bank`, 'danger'] as const;

const isAsked = ({ needsSetup, state, requirements, bankBlocked }: PayoutAccountView) =>
  needsSetup && (state !== 'ready' || requirements.length > 0 || bankBlocked !== null);

/** The next step while the payout account cannot receive money or needs details, or a payout came back. Renders nothing otherwise. */
export function PayoutAccount({ dashboard }: { dashboard: Dashboard }) {
  const { payoutAccount, otherPayoutAccounts, profile } = dashboard;
  const { state, needsSetup } = payoutAccount;
  const accounts = [payoutAccount, ...otherPayoutAccounts];
  const heldBackCents = accounts.reduce((sum, account) => sum + account.heldBackCents, 0);
  const failedCount = accounts.reduce((sum, account) => sum + account.failedCount, 0);
  if (!profile) return null;
  return (
    <>
      {accounts.filter(isAsked).map((account) => (
        <GetPaid key={account.processor} account={account} />
      ))}
      {!needsSetup && state !== 'ready' ? (
        <Notice>
          <RichText
            text={msg`<b>Your payout account is on hold.</b> Your earnings stay in your balance until it is ready.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </Notice>
      ) : null}
      {accounts.map(({ processor, changeHoldUntil }) =>
        changeHoldUntil ? (
          <Notice key={processor}>
            <RichText
              text={msg`<b>Payouts wait until ${{ date: fullDate(changeHoldUntil) }}</b> because your payout account changed. Then we send them automatically. If it wasn’t you, choose a new password and <contact>write to us</contact>.`}
              tags={{
                b: (text) => <b>{text}</b>,
                contact: (text) => <TextLink to={paths.contactUs}>{text}</TextLink>,
              }}
            />
          </Notice>
        ) : null,
      )}
      {heldBackCents > 0 ? (
        <Notice>
          <RichText
            text={msg`<b>${{ amount: formatMoneyExact(heldBackCents) }} is waiting for the owner of this site.</b> They have to solve something with the card processor, and we’ve told them. We send it automatically after that, so you don’t have to do anything.`}
            tags={{ b: (text) => <b>{text}</b> }}
          />
        </Notice>
      ) : null}
      {failedCount > 0 ? (
        <Notice>
          <RichText
            text={msg`<b>${plural({ payouts: failedCount }, { one: '# payout came back.', other: '# payouts came back.' })}</b> The money is back in your balance. <link>See your payouts</link>`}
            tags={{
              b: (text) => <b>{text}</b>,
              link: (text) => <TextLink to={dashboardViewPath('earnings')}>{text}</TextLink>,
            }}
          />
        </Notice>
      ) : null}
    </>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice mb-5 print:hidden" data-tone="danger">
      <CircleAlert aria-hidden="true" />
      <p>{children}</p>
    </div>
  );
}

/** Tells the creator about a debt: released money that went back to fans. */
export function DebtNotice({ debtCents }: { debtCents: number }) {
  if (debtCents === 0) return null;
  return (
    <Notice>
      <RichText
        text={msg`<b>You owe ${{ amount: formatMoneyExact(debtCents) }}.</b> A payment that was already paid out to you went back to a fan. We deduct this amount from your next payouts.`}
        tags={{ b: (text) => <b>{text}</b> }}
      />
    </Notice>
  );
}

/** One line about the payout account and its state, with a link to the processor's dashboard. */
export function PayoutAccountLine({ account }: { account: PayoutAccountView }) {
  const { state, processor, needsSetup } = account;
  const [words, tone] = account.bankBlocked && state === 'ready' ? bankWords : stateWords[state];
  const { mutate, isPending } = useProcessorDashboard(processor);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted print:hidden">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span>
          <b className="text-ink">{t`Payout account`}</b> {nameOfAccount(processor)}
        </span>
        <Chip tone={tone}>{textOf(words)}</Chip>
      </p>
      {needsSetup && state === 'ready' ? (
        <Button busy={isPending} onClick={() => mutate()}>
          {t`Bank transfers and details`}
          <ExternalLink aria-hidden="true" />
        </Button>
      ) : null}
    </div>
  );
}
