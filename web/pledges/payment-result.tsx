import type { ReactNode } from 'react';
import { paths, paymentPath, signInPath } from '#contract/paths.ts';
import type { PledgeStatus, PledgeView } from '#contract/pledge-view.ts';
import { useLocation } from '#web/data/location.tsx';
import { saveOriginalPage } from '#web/data/original-page.ts';
import { useUser } from '#web/data/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PaymentMessage, PledgeReceipt, PledgeStanding, pledgeStatusView } from './pledge-status.tsx';
import { whyPaymentDue } from './pledge-words.ts';
import { RetryCardSetup } from './retry-card-setup.tsx';
import { useKnownPledge } from './use-known-pledge.ts';

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The pledge that a payment result is about, as its address says; null for anything else. */
export function pledgeIdIn(search: string): string | null {
  const id = new URLSearchParams(search).get('pledge');
  return id && idShape.test(id) ? id : null;
}

function SignInFirst({ title, text }: { title: string; text: string }) {
  const { pathname, search } = useLocation();
  const here = pathname + search;
  return (
    <PaymentMessage
      title={title}
      actions={
        <LinkButton to={signInPath(here)} variant="primary" onClick={() => saveOriginalPage(here)}>
          Sign In
        </LinkButton>
      }
    >
      <p>{text}</p>
    </PaymentMessage>
  );
}

function NoSuchPledge() {
  return (
    <PaymentMessage
      title="No pledge of yours"
      actions={
        <LinkButton to={paths.feed} variant="primary">
          Browse pools
        </LinkButton>
      }
    >
      <p>This address belongs to no pledge that you made. Look in the mail that we sent you, or at the pool itself.</p>
    </PaymentMessage>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <PaymentMessage title={title} live>
      <p className="flex flex-col items-center gap-4">
        Asking the card processor. This takes a few seconds.
        <span className="spinner text-xl" aria-hidden="true" />
      </p>
    </PaymentMessage>
  );
}

const toPool = (pledge: PledgeView) => (
  <LinkButton to={pledge.poolPath} variant="primary">
    Back to the pool
  </LinkButton>
);

interface ResultProps {
  /** Title while nothing is known. */
  waitingTitle: string;
  /** Statuses that say nothing yet about what was just done. */
  unknown: readonly PledgeStatus[];
  signedOut: { title: string; text: string };
  children: (pledge: PledgeView, waiting: boolean) => ReactNode;
}

/** What the server knows about a pledge after its card page; asked until it is known. */
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
        title="We could not find out"
        actions={
          <Button variant="primary" onClick={() => location.reload()}>
            Retry
          </Button>
        }
      >
        <p>{error?.message}</p>
      </PaymentMessage>
    );
  }
  return children(pledge, waiting);
}

/** Nothing came within a minute: it will be mailed. */
function StillUnknown({ pledge }: { pledge: PledgeView }) {
  return (
    <PaymentMessage
      title="Not confirmed yet"
      live
      actions={
        <>
          {toPool(pledge)}
          {pledge.status === 'notified' ? <LinkButton to={paymentPath(pledge.id)}>See what is due</LinkButton> : null}
        </>
      }
    >
      <p>
        The card processor has not answered us so far. You need not do anything: we mail you as soon as we know. Your
        card is never charged twice for one pledge.
      </p>
    </PaymentMessage>
  );
}

/** After the card page: "Your pledge is in", or "Paid". */
export function PaymentSuccess({ share }: { share: (pledge: PledgeView) => ReactNode }) {
  return (
    <PaymentResult
      waitingTitle="One moment"
      unknown={['setup_pending', 'charging', 'notified']}
      signedOut={{
        title: 'Thank you',
        text: 'Sign in to see what has become of your pledge. We also mail you.',
      }}
    >
      {(pledge) => {
        if (['setup_pending', 'charging', 'notified'].includes(pledge.status)) return <StillUnknown pledge={pledge} />;
        if (pledge.status !== 'pledged' && pledge.status !== 'paid') return <PledgeStanding pledge={pledge} />;
        const { title, text } = pledgeStatusView(pledge);
        return (
          <PaymentMessage
            title={title}
            live
            actions={
              <>
                {toPool(pledge)}
                {share(pledge)}
              </>
            }
          >
            <p>{text}</p>
            <PledgeReceipt pledge={pledge} />
          </PaymentMessage>
        );
      }}
    </PaymentResult>
  );
}

/** After a card page that did not end well: why, and how to try again. */
export function PaymentDeclined() {
  return (
    <PaymentResult
      waitingTitle="One moment"
      unknown={['charging']}
      signedOut={{
        title: 'This did not go through',
        text: 'Nothing was charged. Sign in to see why, and to try again.',
      }}
    >
      {(pledge) => {
        if (pledge.status === 'charging') return <StillUnknown pledge={pledge} />;
        if (pledge.status === 'notified') return <Declined pledge={pledge} />;
        if (pledge.status !== 'setup_pending') return <PledgeStanding pledge={pledge} />;
        return (
          <PaymentMessage title="Your card was not saved" live actions={<RetryCardSetup pledge={pledge} />}>
            <p>
              {pledge.declineReason ? `${pledge.declineReason.replace(/\.$/, '')}. ` : ''}Your pledge does not count
              yet, and nothing was charged. You can try again with this card or another one.
            </p>
            <PledgeReceipt pledge={pledge} />
          </PaymentMessage>
        );
      }}
    </PaymentResult>
  );
}

function Declined({ pledge }: { pledge: PledgeView }) {
  return (
    <PaymentMessage
      title="The payment did not go through"
      live
      actions={
        <>
          <LinkButton to={paymentPath(pledge.id)} variant="primary">
            Try again
          </LinkButton>
          <LinkButton to={pledge.poolPath}>To the pool</LinkButton>
        </>
      }
    >
      <p>{whyPaymentDue(pledge)}</p>
      <p>Nothing was charged. {pledge.dueAt ? 'You can still pay with this card or another one.' : ''}</p>
      <PledgeReceipt pledge={pledge} />
    </PaymentMessage>
  );
}
