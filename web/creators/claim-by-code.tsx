import { CircleCheck, CircleX, Globe, SearchX } from 'lucide-react';
import { useState } from 'react';
import { getCurrentUser } from '#contract/calls/accounts.ts';
import { checkClaimCode, getClaimCode, getCreator } from '#contract/calls/creators.ts';
import type { ClaimCheck, ClaimCode, ClaimPageOutcome } from '#contract/claims.ts';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { type Message, msg, plural, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { shortLink } from '#contract/values/short-link.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { type DataQuery, useData, useRefresh } from '#web/data/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { CopyField } from '#web/ui/forms/copy-field.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

const outcomes: Record<ClaimPageOutcome, { words: Message; Icon: typeof Globe; tone: string }> = {
  found: { words: msg`The code is here.`, Icon: CircleCheck, tone: 'text-paid-text' },
  missing: {
    words: msg`The code isn’t here. Some sites need a few minutes to show a change. Comments don’t count.`,
    Icon: SearchX,
    tone: 'text-muted',
  },
  moved: {
    words: msg`This page sends visitors to another site, so it doesn’t count.`,
    Icon: CircleX,
    tone: 'text-danger-text',
  },
  unreachable: {
    words: msg`We couldn’t open this page. It may need a sign-in or refuse automated visits.`,
    Icon: CircleX,
    tone: 'text-danger-text',
  },
};

/** The code is created by the first call, and the same until it expires. */
const codeFor = (username: string): DataQuery<ClaimCode> => ({
  queryKey: [getClaimCode.path, { params: { username } }],
  queryFn: () => call(getClaimCode, { params: { username } }),
  optional: true,
  staleTime: 0,
});

function Pages({ pages, checked, busy }: { pages: readonly string[]; checked: ClaimCheck | undefined; busy: boolean }) {
  const found = new Map(checked?.pages.map(({ url, outcome }) => [url, outcome]));
  return (
    <ul className="grid gap-1" aria-label={t`Pages that count`}>
      {pages.map((url) => {
        const outcome = busy ? undefined : found.get(url);
        const { Icon, tone, words } = outcome
          ? outcomes[outcome]
          : { Icon: Globe, tone: 'text-muted', words: undefined };
        return (
          <li
            key={url}
            className={`grid grid-cols-[--spacing(5)_minmax(0,1fr)] items-center gap-x-3 rounded-lg px-3 py-2.5 ${outcome === 'found' ? 'bg-paid-wash' : 'bg-sunken'}`}
          >
            {busy ? (
              <span className="spinner size-4.5 text-muted" aria-hidden="true" />
            ) : (
              <Icon aria-hidden="true" className={`size-4.5 ${tone}`} />
            )}
            <a href={url} target="_blank" rel="nofollow ugc noopener noreferrer" className="wrap-anywhere">
              <RichText
                text={msg`${{ address: shortLink(url) }}<hidden> (opens in a new tab)</hidden>`}
                tags={{ hidden: (text) => <span className="sr-only">{text}</span> }}
              />
            </a>
            {words ? <small className="col-[2] text-sm text-muted">{textOf(words)}</small> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Checks the pages on request. `claimed` stays true once the profile is the person's. */
function useCheck(username: string) {
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [checked, setChecked] = useState<ClaimCheck>();
  const [failure, setFailure] = useState<string>();
  const check = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const answer = await call(checkClaimCode, { params: { username } });
      setChecked(answer);
      if (answer.claimed) await refresh(getCreator, getCurrentUser);
      // The code is used up.
      else if (answer.inReview) await refresh(getCreator, getClaimCode);
    } catch (error) {
      setChecked(undefined);
      setFailure(asAppError(error).message);
    }
    setBusy(false);
  };
  return { busy, checked, failure, check };
}

function Claimed({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`@${{ username: profile.username }} is yours`}
      footer={
        <>
          <Button onClick={onClose}>{t`Stay here`}</Button>
          <LinkButton to={paths.dashboard} variant="primary">{t`Open your dashboard`}</LinkButton>
        </>
      }
    >
      <div className="notice" data-tone="paid" role="status">
        <CircleCheck aria-hidden="true" />
        <p>{t`We found your code. New pools for ${{ name: profile.displayName }} appear on your dashboard. An admin reviews your claim next: then your page gets its check mark, and you can answer the pools that fans opened before. You can remove the code from your page.`}</p>
      </div>
    </Dialog>
  );
}

/** The code was found, and an admin decides. */
function InReview({ profile, onClose }: { profile: CreatorProfile; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`An admin reviews your claim`}
      footer={<Button variant="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <div className="notice" data-tone="accent" role="status">
        <CircleCheck aria-hidden="true" />
        <p>{t`We found your code. A code alone isn’t enough for this link, so an admin checks that you are ${{ name: profile.displayName }}. We’ll notify you of the decision. Leave the code on your page until then.`}</p>
      </div>
    </Dialog>
  );
}

function Steps({ code, busy, checked }: { code: ClaimCode; busy: boolean; checked: ClaimCheck | undefined }) {
  const left = checked?.checksLeft ?? code.checksLeft;
  return (
    <div className="grid gap-5">
      <p className="text-muted">{t`Show that one of the linked pages is yours: put this code anywhere in its text, such as your bio or “About” section. Then check it here. You can remove the code afterwards.`}</p>
      <CopyField label={t`Your code`} text={code.code} copied={t`Code copied`} />
      <div className="grid gap-2">
        <h3 className="text-base!">{t`Put it on one of these pages`}</h3>
        <Pages pages={code.pages} checked={checked} busy={busy} />
      </div>
      <p className="text-sm text-muted">
        {sentences(
          t`The code is only for you and works until ${{ date: fullDate(code.expiresAt) }}. The code is case-sensitive.`,
          left <= 10 ? t`You have ${plural({ checks: left }, { one: '# check', other: '# checks' })} left.` : undefined,
        )}
      </p>
    </div>
  );
}

/** Why there is no code for this person, and how they can claim the profile instead. */
const withoutCode = {
  unconfirmed_email: msg`Confirm your email address to claim this profile with a code, or ask an admin.`,
  added_by_me: msg`You added this profile and its links, so a code proves nothing. Ask an admin instead.`,
  no_pages: msg`This profile doesn’t link to a page where you could place a code. Ask an admin instead.`,
} as const;

function codeProblem({ claimByCode }: CreatorProfile): Text | undefined {
  return claimByCode === null || claimByCode === 'possible' ? undefined : textOf(withoutCode[claimByCode]);
}

/** A creator places a code on a linked page. If the server finds it there, the profile is theirs or an admin reviews the claim. */
export function ClaimByCode({
  profile,
  onAskAdmin,
  onClose,
}: {
  profile: CreatorProfile;
  onAskAdmin: () => void;
  onClose: () => void;
}) {
  // A request would only fail.
  const problem = codeProblem(profile);
  const { data: code, error } = useData(codeFor(profile.username), { enabled: !problem });
  const why = problem ?? (error ? asAppError(error).message : undefined);
  const { busy, checked, failure, check } = useCheck(profile.username);
  if (checked?.claimed) return <Claimed profile={profile} onClose={onClose} />;
  if (checked?.inReview) return <InReview profile={profile} onClose={onClose} />;
  const missed = checked && !busy ? t`We didn’t find your code on any of these pages.` : undefined;
  const waiting = profile.claim === 'pending';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Claim this profile`}
      footer={
        <>
          {waiting ? (
            <Button onClick={onClose}>{t`Close`}</Button>
          ) : (
            <Button onClick={onAskAdmin}>{t`Ask an admin instead`}</Button>
          )}
          {code ? <Button variant="primary" busy={busy} onClick={() => void check()}>{t`Check now`}</Button> : null}
        </>
      }
    >
      {code ? (
        <Steps code={code} busy={busy} checked={checked} />
      ) : why ? (
        <p role="alert">{why}</p>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      <p className="field-error mt-3 empty:hidden" role="status">
        {busy ? '' : (failure ?? missed)}
      </p>
      {busy ? <p className="sr-only" role="status">{t`Checking the pages`}</p> : null}
    </Dialog>
  );
}
