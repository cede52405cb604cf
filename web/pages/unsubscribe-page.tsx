import { useState } from 'react';
import { getUnsubscribeLink, undoUnsubscribe, unsubscribe } from '#contract/calls/notifications.ts';
import type { UnsubscribeLink } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { Outcome } from '#web/accounts/outcome.tsx';
import { asAppError, call } from '#web/data/call.ts';
import { useSearch } from '#web/data/location.tsx';
import { topics } from '#web/data/notice-topics.ts';
import { definePage } from '#web/data/page.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { AuthFrame } from '#web/shell/auth-frame.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { toastError } from '#web/ui/toast.tsx';

const linkOf = (token: string) => optional(query(getUnsubscribeLink, { query: { token } }));

export const page = definePage({
  title: 'Unsubscribe',
  description: 'Unsubscribe from the emails that this link covers.',
  noindex: true,
  queries: ({ url: { searchParams } }) => {
    const token = searchParams.get('token');
    return token ? [linkOf(token)] : [];
  },
});

const settingsLink = <LinkButton to={`${paths.settings}#notifications`}>Notification settings</LinkButton>;

/** Completes "emails about …" or names the digest. */
const whatOf = ({ scope }: UnsubscribeLink) =>
  scope === 'daily' || scope === 'weekly' ? `your ${scope} digest` : `emails about “${topics[scope].title}”`;

function Invalid() {
  return (
    <AuthFrame title="This link is incomplete" back="/" backLabel="Home">
      <Outcome actions={settingsLink}>
        <p>Open it from the email again, or choose your emails in your settings.</p>
      </Outcome>
    </AuthFrame>
  );
}

/** The person's choices before they pressed the button, for undo. */
function useUnsubscribe(token: string) {
  const [before, setBefore] = useState<UnsubscribeLink>();
  const [step, setStep] = useState<'asking' | 'done' | 'undone'>('asking');
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toastError(error, 'Nothing was changed');
    }
    setBusy(false);
  };
  const stop = () =>
    run(async () => {
      setBefore(await call(unsubscribe, { body: { token } }));
      setStep('done');
    });
  const undo = () =>
    run(async () => {
      await call(undoUnsubscribe, { body: { token, choices: before?.choices ?? [] } });
      setStep('undone');
    });
  return { step, busy, stop, undo };
}

function Ask({ token, link }: { token: string; link: UnsubscribeLink }) {
  const { step, busy, stop, undo } = useUnsubscribe(token);
  const what = whatOf(link);
  if (step === 'done') {
    return (
      <AuthFrame title="You’re unsubscribed" back="/" backLabel="Home">
        <Outcome
          actions={
            <>
              <Button variant="primary" busy={busy} onClick={() => void undo()}>
                Undo
              </Button>
              {settingsLink}
            </>
          }
        >
          <p>You won’t get {what} anymore. You still get emails about your money and your account’s security.</p>
        </Outcome>
      </AuthFrame>
    );
  }
  if (step === 'asking' && link.choices.every(({ mail }) => mail === 'never')) {
    return (
      <AuthFrame title="You’re already unsubscribed" back="/" backLabel="Home">
        <Outcome actions={settingsLink}>
          <p>You don’t get {what}. You can turn them on again in your settings.</p>
        </Outcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={step === 'undone' ? 'You’re subscribed again' : 'Unsubscribe'} back="/" backLabel="Home">
      <Outcome
        actions={
          // Without JavaScript, the form posts to the same address as the button of a mail program.
          <form method="post" action={`${paths.unsubscribe}?token=${encodeURIComponent(token)}`}>
            <Button
              type="submit"
              variant={step === 'undone' ? 'quiet' : 'primary'}
              busy={busy}
              onClick={(event) => {
                event.preventDefault();
                void stop();
              }}
            >
              Unsubscribe
            </Button>
          </form>
        }
      >
        <p>{step === 'undone' ? `You’ll keep getting ${what}.` : `Unsubscribe from ${what}?`}</p>
      </Outcome>
    </AuthFrame>
  );
}

export function Component() {
  const token = useSearch().get('token') ?? '';
  return token ? <Loaded token={token} /> : <Invalid />;
}

function Loaded({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useData(linkOf(token));
  if (data) return <Ask token={token} link={data} />;
  if (!error) {
    return (
      <AuthFrame title="Unsubscribe" back="/" backLabel="Home">
        <noscript>
          {/* The server could not read the link, and the browser cannot try again. */}
          <p>We couldn’t read this link. Open it from the email again.</p>
        </noscript>
        <Skeleton className="h-60 w-full noscript:hidden" />
      </AuthFrame>
    );
  }
  const { code } = asAppError(error);
  if (code === 'link_invalid' || code === 'validation_failed') return <Invalid />;
  return (
    <AuthFrame title="Unsubscribe" back="/" backLabel="Home">
      <ErrorState title="We couldn’t read this link" error={error} onRetry={() => void refetch()} busy={isFetching} />
    </AuthFrame>
  );
}
