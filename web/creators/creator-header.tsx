import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CreatorProfile } from '#contract/creators/creators.ts';
import { socialPlatformLabel } from '#contract/creators/social-platforms.ts';
import { msg, plural, type Text, t, verbatim } from '#contract/language/text.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { shortLink } from '#contract/values/short-link.ts';
import { Translatable } from '#web/translations/translatable.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Chip, VerifiedTick } from '#web/ui/display.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { CreatorCover, CreatorCoverSkeleton } from './creator-cover.tsx';
import { FollowButton } from './follow-button.tsx';
import { useFollow } from './use-follow.ts';

// User-provided links: search engines ignore them, and the opened page gets no access to ours.
const foreign = 'nofollow ugc noopener noreferrer';

/** The platform's name, or the host name for other sites. */
function labelOf(platform: string, url: string): Text {
  const known = platform === 'other' ? undefined : socialPlatformLabel(platform);
  if (known) return known;
  return URL.canParse(url) ? verbatim(new URL(url).hostname.replace(/^www\./, '')) : t`Website`;
}

const isHttp = (url: string) => /^https?:\/\//i.test(url);

function Links({ profile }: { profile: CreatorProfile }) {
  const links = [
    ...(profile.websiteUrl ? [{ platform: 'website', url: profile.websiteUrl }] : []),
    ...profile.socialLinks,
  ].filter(({ url }) => isHttp(url));
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t`Links of ${{ name: profile.displayName }}`}>
      {links.map(({ platform, url }) => (
        <li key={platform + url}>
          <a href={url} rel={foreign} target="_blank" className="pick">
            <Globe aria-hidden="true" className="size-4!" />
            <RichText
              text={msg`<link>${{ name: labelOf(platform, url) }}</link><hidden> (opens in a new tab)</hidden>`}
              tags={{
                link: (text) => <span className="wrap-anywhere">{text}</span>,
                hidden: (text) => <span className="sr-only">{text}</span>,
              }}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Whether an admin has verified the owner, which page alone speaks for them, or that there is no owner. */
function Standing({ profile: { status, claimedWith } }: { profile: CreatorProfile }) {
  if (status === 'verified') return <Chip tone="paid">{t`Verified creator`}</Chip>;
  if (status === 'unclaimed') return <Chip tone="accent">{t`added by fans, not affiliated`}</Chip>;
  if (!claimedWith || !isHttp(claimedWith)) return <Chip>{t`not verified yet`}</Chip>;
  return (
    <span className="chip max-w-full">
      <span className="min-w-0 wrap-anywhere">
        <RichText
          text={msg`Claimed with: <link>${{ address: shortLink(claimedWith) }}<hidden> (opens in a new tab)</hidden></link>`}
          tags={{
            link: (text) => (
              <a href={claimedWith} rel={foreign} target="_blank" className="underline underline-offset-3">
                {text}
              </a>
            ),
            hidden: (text) => <span className="sr-only">{text}</span>,
          }}
        />
      </span>
    </span>
  );
}

/** Overlaps the lower edge of the cover. */
const face = 'creator-face relative -mt-16 rounded-full bg-surface ring-4 ring-surface';

interface HeaderProps {
  profile: CreatorProfile;
  /** Part of the page where its owner edits it: no heading and no actions. */
  preview?: boolean;
  children?: ReactNode;
}

/** A preview shows what its owner is typing, which the server cannot translate. */
function Bio({ profile: { username, description }, preview }: Required<Pick<HeaderProps, 'profile' | 'preview'>>) {
  const show = (text: string) => (
    <p className="user-text max-w-text text-lg whitespace-pre-line wrap-anywhere" dir="auto">
      {text}
    </p>
  );
  if (preview) return show(description);
  return (
    <Translatable kind="creator" id={username} text={description}>
      {show}
    </Translatable>
  );
}

/** The head of a creator's page with its actions. A profile added by fans says so, because it must not look like the creator's own page. */
export function CreatorHeader({ profile, preview = false, children }: HeaderProps) {
  const verified = profile.status === 'verified';
  const { isFollowing, followerCount, toggle } = useFollow(profile);
  const Frame = preview ? 'div' : 'header';
  const Name = preview ? 'p' : 'h1';
  return (
    <Frame className={preview ? 'card overflow-hidden' : 'card mb-8 overflow-hidden'}>
      <CreatorCover profile={profile} preview={preview} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-5 p-5 md:p-6">
        <div className={face}>
          <Avatar name={profile.displayName} src={profile.profileImageUrl ?? profile.avatarUrl} size={96} />
        </div>
        <div className="grid min-w-0 grow basis-70 grid-cols-1 gap-3">
          <div>
            <Name className="flex flex-wrap items-center gap-x-3 gap-y-1 font-display text-3xl leading-[1.12] font-bold [letter-spacing:-0.02em]">
              <span className="min-w-0 wrap-anywhere" dir="auto">
                {profile.displayName}
              </span>
              {verified ? (
                <span className="text-xl">
                  <VerifiedTick />
                </span>
              ) : null}
            </Name>
            <p className="mt-1 text-muted">
              <bdi>@{profile.username}</bdi>
              <span>
                {followerCount > 0
                  ? ` · ${t`${plural({ followers: followerCount }, { one: '# follower', other: '# followers' })}`}`
                  : ''}
              </span>
            </p>
          </div>
          <p className="flex flex-wrap gap-2">
            {profile.category ? <Chip>{categoryText(profile.category)}</Chip> : null}
            <Standing profile={profile} />
          </p>
          {profile.description ? <Bio profile={profile} preview={preview} /> : null}
          <Links profile={profile} />
        </div>
        <div className="flex flex-wrap gap-2.5 max-sm:w-full max-sm:[&>*]:grow">
          {profile.isOwner || preview ? null : (
            <FollowButton name={profile.displayName} isFollowing={isFollowing} onToggle={toggle} />
          )}
          {children}
        </div>
      </div>
    </Frame>
  );
}

/** The placeholder of the header while it loads. */
export function CreatorHeaderSkeleton() {
  return (
    <div className="card mb-8 overflow-hidden">
      <CreatorCoverSkeleton />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-5 p-5 md:p-6">
        <div className={face}>
          <Skeleton className="size-24 rounded-full!" />
        </div>
        <div className="grid grow basis-70 gap-3">
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-6 w-11/12" />
        </div>
      </div>
    </div>
  );
}
