import type { UserSummary } from '#contract/accounts.ts';
import type { ClaimDoubt, ClaimPageKind, CreatorClaimItem, ImitatedCreator } from '#contract/claims.ts';
import { formatItems } from '#contract/language/lists.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { creatorPath, userPath } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { EntryFact } from './drawer-entry.tsx';
import { UntrustedLink } from './untrusted-link.tsx';

const kinds: Record<ClaimPageKind, Message> = {
  platform: msg`A profile on a known platform`,
  free_host: msg`A free host, where anyone gets a page`,
  unknown: msg`Not a profile on a known platform`,
};

const doubtWords: Record<ClaimDoubt, Message> = {
  free_host: msg`The page is on a free host.`,
  unknown_page: msg`The page is not a profile on a known platform.`,
  recent_profile: msg`The profile was added within 30 days.`,
  recent_link: msg`The link was added or changed within 30 days.`,
  unknown_adder: msg`We don’t know who added the profile or the link.`,
  own_link: msg`The claimant added the profile, or added or changed the link.`,
  related_adder: msg`The person who added or changed it shares an address, a browser or a card with the claimant.`,
  imitates: msg`The name looks like that of a verified creator.`,
  rejected_before: msg`A claim to this profile by the claimant, or by an account related to theirs, was rejected before.`,
};

const someone = (user: UserSummary | null) =>
  user ? <TextLink to={userPath(user.username)}>@{user.username}</TextLink> : <span>{t`someone unknown`}</span>;

/** Links to the verified creators whose name looks the same; nothing if there are none. */
export function ImitationFact({ imitates }: { imitates: readonly ImitatedCreator[] }) {
  if (imitates.length === 0) return null;
  return (
    <EntryFact label={t`Looks like`}>
      <ul>
        {imitates.map(({ username, displayName }) => (
          <li key={username}>
            <RichText
              text={msg`<creator>${{ name: displayName }} (@${{ username }})</creator><warning>, a verified creator</warning>`}
              tags={{
                creator: (text) => <TextLink to={creatorPath(username)}>{text}</TextLink>,
                warning: (text) => <span className="text-danger-text">{text}</span>,
              }}
            />
          </li>
        ))}
      </ul>
    </EntryFact>
  );
}

function CodeFacts({ item }: { item: CreatorClaimItem }) {
  if (item.page === null) return null;
  return (
    <>
      <EntryFact label={t`Code found`}>
        <UntrustedLink href={item.page} />
        <span className="block text-sm text-muted">
          {formatItems([item.pageKind && textOf(kinds[item.pageKind]), item.foundAt && fullDate(item.foundAt)])}
        </span>
      </EntryFact>
      <EntryFact label={item.doubts.length > 0 ? t`Doubts` : t`Profile`}>
        {item.doubts.length > 0 ? (
          <ul className="ms-4 list-disc">
            {item.doubts.map((doubt) => (
              <li key={doubt}>{textOf(doubtWords[doubt])}</li>
            ))}
          </ul>
        ) : item.handedOverAt ? (
          t`Theirs since ${{ date: fullDate(item.handedOverAt) }}, without your review`
        ) : (
          t`Given by the code`
        )}
      </EntryFact>
    </>
  );
}

type Evidence = NonNullable<CreatorClaimItem['evidence']>;

/** The facts that an account shares with the claimant: at least one of the three. */
function shares({ address, device, card }: Evidence['sharing'][number]): Message {
  if (address && device) {
    return card ? msg`<person/>: same address, browser, payment card` : msg`<person/>: same address, browser`;
  }
  if (address) return card ? msg`<person/>: same address, payment card` : msg`<person/>: same address`;
  if (device) return card ? msg`<person/>: same browser, payment card` : msg`<person/>: same browser`;
  return msg`<person/>: same payment card`;
}

function Link({ link }: { link: Evidence['links'][number] }) {
  const isChanged = link.changedAt !== link.addedAt;
  const linkKind = textOf(kinds[link.kind]);
  const date = fullDate(link.addedAt);
  return (
    <li>
      <UntrustedLink href={link.url} />
      <span className="block text-sm text-muted">
        <RichText
          text={
            isChanged
              ? msg`${{ linkKind }}. Added by <adder/>, ${{ date }}. Changed by <changer/>, ${{ changeDate: fullDate(link.changedAt) }}`
              : msg`${{ linkKind }}. Added by <adder/>, ${{ date }}`
          }
          tags={{ adder: () => someone(link.addedBy), changer: () => someone(link.changedBy) }}
        />
      </span>
    </li>
  );
}

/** The evidence of a claim to a profile: where the code was found, who added the links, and who is related to the claimant. */
export function ClaimEvidenceFacts({ item }: { item: CreatorClaimItem }) {
  const { evidence } = item;
  return (
    <>
      <CodeFacts item={item} />
      {evidence ? (
        <>
          <EntryFact label={t`Added by`}>
            <RichText
              text={msg`<adder/>, ${{ date: fullDate(evidence.addedAt) }}`}
              tags={{ adder: () => someone(evidence.addedBy) }}
            />
          </EntryFact>
          {evidence.links.length > 0 ? (
            <EntryFact label={t`Links`}>
              <ul className="grid gap-2">
                {evidence.links.map((link) => (
                  <Link key={link.url} link={link} />
                ))}
              </ul>
            </EntryFact>
          ) : null}
          <EntryFact label={t`Same person?`}>
            {evidence.sharing.length > 0 ? (
              <ul>
                {evidence.sharing.map((related) => (
                  <li key={related.user.id}>
                    <RichText text={shares(related)} tags={{ person: () => someone(related.user) }} />
                  </li>
                ))}
              </ul>
            ) : (
              t`No account shares an address, a browser or a card with the claimant.`
            )}
          </EntryFact>
        </>
      ) : null}
    </>
  );
}
