import type { ReactNode } from 'react';
import { sentences, type Text, t } from '#contract/language/text.ts';
import { paths, paymentPath, signInPath } from '#contract/paths.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { CardNotSaved } from './payment-failed.tsx';
import { PaymentMark } from './payment-mark.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { isPledged, PaymentMessage, PledgeReceipt, PledgeStatusMessage, pledgeStatusView } from './pledge-status.tsx';
import { useKnownPledge } from './use-known-pledge.ts';

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The pledge id in the query of a payment result page; null if it is missing or malformed. */
export function pledgeIdIn(search: string): string | null {
  const id = new URLSearchParams(search).get('pledge');
  return id && idShape.test(id) ? id : null;
}

function SignInFirst({ title, text, mark }: ResultProps['signedOut']) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <PaymentMessage
      mark={mark}
      title={title}
      actions={
        <LinkButton
          to={signInPath(here)}
          variant="primary"
          onClick={() => saveOriginalPage(here)}
        >{t`Sign In`}</LinkButton>
      }
    >
      <p>{text}</p>
    </PaymentMessage>
  );
}

function NoSuchPledge() {
  return (
    <PaymentMessage
      mark={<PaymentMark outcome="ended" />}
      title={t`Pledge not found`}
      actions={<LinkButton to={paths.feed} variant="primary">{t`Browse pools`}</LinkButton>}
    >
      <p>{t`This link doesn’t match any of your pledges. Check the email we sent you, or open the pool.`}</p>
    </PaymentMessage>
  );
}

function Waiting({ title }: { title: Text }) {
  return (
    <PaymentMessage mark={<PaymentMark outcome="waiting" />} title={title} live tall>
      <p className="flex flex-col items-center gap-4">
        {t`We’re checking with the card processor. This takes a few seconds.`}
        <span className="spinner text-xl" aria-hidden="true" />
      </p>
    </PaymentMessage>
  );
}

const toPool = (pledge: PledgeView) => <LinkButton to={pledge.poolPath} size="lg">{t`Back to the pool`}</LinkButton>;

interface ResultProps {
  /** The title until the result is known. */
  waitingTitle: Text;
  /** Statuses in which the outcome of the visit to the card page is not known yet. */
  unknown: readonly PledgeStatus[];
  signedOut: { title: Text; text: Text; mark?: ReactNode };
  children: (pledge: PledgeView, waiting: boolean) => ReactNode;
}

/** The result of a visit to the hosted page. Polls the server until the outcome is known. */
function PaymentResult({ waitingTitle, unknown, signedOut, children }: ResultProps) {
  const user = useUser();
  const { search } = useLocation();
  const id = pledgeIdIn(search);
  const enabled = user !== null && id !== null;
  const { pledge, missing, waiting, error } = useKnownPledge(
    id ?? '',
    enabled,
    ({ status }) => !unknown.includes(status),
  );
  if (!user) return <SignInFirst {...signedOut} />;
  if (!id || missing) return <NoSuchPledge />;
  if (waiting || (!pledge && !error)) return <Waiting title={waitingTitle} />;
  if (!pledge) {
    return (
      <PaymentMessage
        mark={<PaymentMark outcome="waiting" />}
        title={t`We couldn’t load the result`}
        actions={<Button variant="primary" onClick={() => location.reload()}>{t`Retry`}</Button>}
      >
        <p>{error?.message}</p>
      </PaymentMessage>
    );
  }
  return children(pledge, waiting);
}

/** Polling ended after a minute without an outcome; the fan gets an email later. */
function StillUnknown({ pledge }: { pledge: PledgeView }) {
  return (
    <PaymentMessage
      mark={<PaymentMark outcome="waiting" />}
      title={t`Not confirmed yet`}
      live
      actions={
        <>
          {toPool(pledge)}
          {pledge.status === 'notified' ? (
            <LinkButton to={paymentPath(pledge.id)}>{t`View payment due`}</LinkButton>
          ) : null}
        </>
      }
    >
      <p>{t`The card processor hasn’t responded yet. You don’t need to do anything: we’ll email you as soon as we know. Your card is never charged twice for one pledge.`}</p>
    </PaymentMessage>
  );
}

const metGoalText = (pledge: PledgeView): Text =>
  sentences(isPledged(pledge), t`Nothing is charged today. Your card is charged only if the creator accepts.`);

/** The parts of the page that other features draw. */
interface SuccessParts {
  pool: (pledge: PledgeView) => ReactNode;
  /** The receipt follows the steps and appears with them, so that nothing shifts. */
  steps: (pledge: PledgeView, receipt: ReactNode) => ReactNode;
  share: (pledge: PledgeView) => ReactNode;
}

/** The page after a successful card page: "Your pledge is in" or "Paid". */
export function PaymentSuccess({ pool, steps, share }: SuccessParts) {
  return (
    <PaymentResult
      waitingTitle={t`One moment`}
      unknown={['setup_pending', 'charging', 'notified']}
      signedOut={{
        title: t`Thank you`,
        text: t`Sign in to see your pledge. We’ll email you, too.`,
      }}
    >
      {(pledge) => {
        if (['setup_pending', 'charging', 'notified'].includes(pledge.status)) return <StillUnknown pledge={pledge} />;
        if (pledge.status !== 'pledged' && pledge.status !== 'paid') return <PledgeStatusMessage pledge={pledge} />;
        const { title, text } = pledgeStatusView(pledge);
        // Once it is paid, the payment is the news.
        const metGoal = pledge.metGoal && pledge.status === 'pledged';
        return (
          <PaymentPanel
            title={metGoal ? t`Your pledge met the goal!` : title}
            text={<p>{metGoal ? metGoalText(pledge) : text}</p>}
            actions={
              <>
                {share(pledge)}
                {toPool(pledge)}
              </>
            }
            aside={pool(pledge)}
          >
            {steps(pledge, <PledgeReceipt pledge={pledge} />)}
          </PaymentPanel>
        );
      }}
    </PaymentResult>
  );
}

interface DeclinedParts {
  /** Draws the pool; another feature owns it. */
  pool: (pledge: PledgeView) => ReactNode;
  /** Draws a payment that failed. */
  failed: (pledge: PledgeView) => ReactNode;
  /** The time to save a card, in milliseconds; undefined if it could not be read. */
  setupWindowMs: number | undefined;
}

/** The page after a failed card page: the reason, and how to try again. */
export function PaymentDeclined({ pool, failed, setupWindowMs }: DeclinedParts) {
  return (
    <PaymentResult
      waitingTitle={t`One moment`}
      unknown={['charging']}
      signedOut={{
        mark: <PaymentMark outcome="declined" />,
        title: t`This didn’t go through`,
        text: t`Nothing was charged. Sign in to see why and try again.`,
      }}
    >
      {(pledge) => {
        if (pledge.status === 'charging') return <StillUnknown pledge={pledge} />;
        if (pledge.status === 'notified') return failed(pledge);
        if (pledge.status !== 'setup_pending') return <PledgeStatusMessage pledge={pledge} />;
        return <CardNotSaved pledge={pledge} pool={pool(pledge)} setupWindowMs={setupWindowMs} />;
      }}
    </PaymentResult>
  );
}
