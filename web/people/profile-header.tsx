import { Ban, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language/text.ts';
import { creatorPath } from '#contract/paths.ts';
import type { UserProfile } from '#contract/people.ts';
import { fullDate } from '#contract/values/time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { VerifiedTick } from '#web/ui/display.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { nameOf } from './person-name.ts';

/** The head of a person's profile. */
export function ProfileHeader({ person, actions }: { person: UserProfile; actions?: ReactNode }) {
  const name = nameOf(person);
  return (
    <header className="card mb-6 p-5 md:p-6">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-5">
        <Avatar name={name} src={person.avatarUrl} size={96} />
        <div className="grid min-w-0 grow basis-70 gap-2">
          <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-3xl">
            <span className="min-w-0 wrap-anywhere" dir="auto">
              {name}
            </span>
            {person.isVerified ? (
              <span className="text-xl">
                <VerifiedTick />
              </span>
            ) : null}
          </h1>
          <p className="wrap-anywhere text-muted">
            {t`@${{ username: person.username }} · joined ${{ date: fullDate(person.createdAt) }}`}
          </p>
          {person.bio ? (
            <p className="user-text mt-1 max-w-text text-lg whitespace-pre-line wrap-anywhere" dir="auto">
              {person.bio}
            </p>
          ) : null}
          {person.creatorUsername ? (
            <p className="mt-1">
              <LinkButton to={creatorPath(person.creatorUsername)} icon={<Sparkles aria-hidden="true" />}>
                {person.isMe ? t`View your creator page` : t`View creator page`}
              </LinkButton>
            </p>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2.5">{actions}</div> : null}
      </div>
      {person.isBlocked ? (
        <p className="notice mt-5">
          <Ban aria-hidden="true" />
          <span>{t`You blocked this person. You can’t message each other or see each other’s chat messages, comments and updates.`}</span>
        </p>
      ) : null}
    </header>
  );
}

export function ProfileHeaderSkeleton() {
  return (
    <div className="card mb-6 flex flex-wrap items-start gap-x-6 gap-y-5 p-5 md:p-6">
      <Skeleton className="size-24 rounded-full!" />
      <div className="grid grow basis-70 gap-3">
        <Skeleton className="h-9 w-56 max-w-full" />
        <Skeleton className="h-5 w-40" />
      </div>
    </div>
  );
}
