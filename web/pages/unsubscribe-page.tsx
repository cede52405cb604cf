import { useState } from 'react';
import { getUnsubscribeLink, undoUnsubscribe, unsubscribe } from '#contract/calls/notifications.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { currentLanguage, msg, type Text, t, textOf } from '#contract/language/text.ts';
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
  title: msg`Unsubscribe`,
  description: msg`Unsubscribe from the emails that this link covers.`,
  noindex: true,
  queries: ({ url: { searchParams } }) => {
    const token = searchParams.get('token');
    return token ? [linkOf(token)] : [];
  },
  // Visitors without a language in the address see the language of the person who got the email.
  load: async ({ url, user, site, fetch }) => {
    const token = url.searchParams.get('token');
    if (!import.meta.env.SSR || user || !token || currentLanguage() || site.locales.length < 2) return undefined;
    const link = await fetch(linkOf(token)).catch(() => undefined);
    return link && link.locale !== 'en' ? addressIn(link.locale, url.pathname + url.search) : undefined;
  },
});

const SettingsLink = () => <LinkButton to={`${paths.settings}#notifications`}>{t`Notification settings`}</LinkButton>;

/** The sentence about the emails of the link. */
interface Sentences {
  stopped: Text;
  already: Text;
  kept: Text;
  ask: Text;
}

function sentencesOf({ scope }: UnsubscribeLink): Sentences {
  if (scope === 'daily') {
    return {
      stopped: t`You won’t get your daily digest anymore. You still get emails about your money and your account’s security.`,
      already: t`You don’t get your daily digest. You can turn it on again in your settings.`,
      kept: t`You’ll keep getting your daily digest.`,
      ask: t`Unsubscribe from your daily digest?`,
    };
  }
  if (scope === 'weekly') {
    return {
      stopped: t`You won’t get your weekly digest anymore. You still get emails about your money and your account’s security.`,
      already: t`You don’t get your weekly digest. You can turn it on again in your settings.`,
      kept: t`You’ll keep getting your weekly digest.`,
      ask: t`Unsubscribe from your weekly digest?`,
    };
  }
  const topic = textOf(topics[scope].title);
  return {
    stopped: t`You won’t get emails about “${{ topic }}” anymore. You still get emails about your money and your account’s security.`,
    already: t`You don’t get emails about “${{ topic }}”. You can turn them on again in your settings.`,
    kept: t`You’ll keep getting emails about “${{ topic }}”.`,
    ask: t`Unsubscribe from emails about “${{ topic }}”?`,
  };
}

function Invalid() {
  return (
    <AuthFrame title={t`This link is incomplete`} back="/" backLabel={t`Home`}>
      <Outcome actions={<SettingsLink />}>
        <p>{t`Open it from the email again, or choose your emails in your settings.`}</p>
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
      toastError(error, t`Nothing was changed`);
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
  const { stopped, already, kept, ask } = sentencesOf(link);
  const address = `${paths.unsubscribe}?token=${encodeURIComponent(token)}`;
  if (step === 'done') {
    return (
      <AuthFrame title={t`You’re unsubscribed`} back="/" backLabel={t`Home`}>
        <Outcome
          actions={
            <>
              <Button variant="primary" busy={busy} onClick={() => void undo()}>{t`Undo`}</Button>
              <SettingsLink />
            </>
          }
        >
          <p>{stopped}</p>
        </Outcome>
      </AuthFrame>
    );
  }
  if (step === 'asking' && link.choices.every(({ mail }) => mail === 'never')) {
    return (
      <AuthFrame title={t`You’re already unsubscribed`} back="/" backLabel={t`Home`}>
        <Outcome actions={<SettingsLink />}>
          <p>{already}</p>
        </Outcome>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={step === 'undone' ? t`You’re subscribed again` : t`Unsubscribe`} back="/" backLabel={t`Home`}>
      <Outcome
        actions={
          // Without JavaScript, the form posts to the same address as the button of a mail program.
          <form method="post" action={address}>
            <Button
              type="submit"
              variant={step === 'undone' ? 'quiet' : 'primary'}
              busy={busy}
              onClick={(event) => {
                event.preventDefault();
                void stop();
              }}
            >{t`Unsubscribe`}</Button>
          </form>
        }
      >
        <p>{step === 'undone' ? kept : ask}</p>
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
      <AuthFrame title={t`Unsubscribe`} back="/" backLabel={t`Home`}>
        <noscript>
          {/* The server could not read the link, and the browser cannot try again. */}
          <p>{t`We couldn’t read this link. Open it from the email again.`}</p>
        </noscript>
        <Skeleton className="h-60 w-full noscript:hidden" />
      </AuthFrame>
    );
  }
  const { code } = asAppError(error);
  if (code === 'link_invalid' || code === 'validation_failed') return <Invalid />;
  return (
    <AuthFrame title={t`Unsubscribe`} back="/" backLabel={t`Home`}>
      <ErrorState
        title={t`We couldn’t read this link`}
        error={error}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    </AuthFrame>
  );
}
