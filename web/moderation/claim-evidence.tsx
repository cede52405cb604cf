import type { UserSummary } from '#contract/accounts.ts';
import type { ClaimDoubt, ClaimPageKind, CreatorClaimItem, ImitatedCreator } from '#contract/claims.ts';
import { creatorPath, userPath } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { TextLink } from '#web/ui/link.tsx';
import { EntryFact } from './drawer-entry.tsx';
import { UntrustedLink } from './untrusted-link.tsx';

const kinds: Record<ClaimPageKind, string> = {
  platform: 'A profile on a known platform',
  free_host: 'A free host, where anyone gets a page',
  unknown: 'Not a profile on a known platform',
};

const doubtWords: Record<ClaimDoubt, string> = {
  free_host: 'The page is on a free host.',
  unknown_page: 'The page is not a profile on a known platform.',
  recent_profile: 'The profile was added within 30 days.',
  recent_link: 'The link was added or changed within 30 days.',
  unknown_adder: 'We don’t know who added the profile or the link.',
  own_link: 'The claimant added the profile, or added or changed the link.',
  related_adder: 'The person who added or changed it shares an address, a browser or a card with the claimant.',
  imitates: 'The name looks like that of a verified creator.',
  rejected_before: 'A claim to this profile by the claimant, or by an account related to theirs, was rejected before.',
};

const someone = (user: UserSummary | null) =>
  user ? <TextLink to={userPath(user.username)}>@{user.username}</TextLink> : <span>someone unknown</span>;

/** Links to the verified creators whose name looks the same; nothing if there are none. */
export function ImitationFact({ imitates }: { imitates: readonly ImitatedCreator[] }) {
  if (imitates.length === 0) return null;
  return (
    <EntryFact label="Looks like">
      <ul>
        {imitates.map(({ username, displayName }) => (
          <li key={username}>
            <TextLink to={creatorPath(username)}>
              {displayName} (@{username})
            </TextLink>
            <span className="text-danger-text">, a verified creator</span>
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
      <EntryFact label="Code found">
        <UntrustedLink href={item.page} />
        <span className="block text-sm text-muted">
          {[item.pageKind && kinds[item.pageKind], item.foundAt && fullDate(item.foundAt)].filter(Boolean).join(', ')}
        </span>
      </EntryFact>
      <EntryFact label={item.doubts.length > 0 ? 'Doubts' : 'Profile'}>
        {item.doubts.length > 0 ? (
          <ul className="ms-4 list-disc">
            {item.doubts.map((doubt) => (
              <li key={doubt}>{doubtWords[doubt]}</li>
            ))}
          </ul>
        ) : item.handedOverAt ? (
          `Theirs since ${fullDate(item.handedOverAt)}, without your review`
        ) : (
          'Given by the code'
        )}
      </EntryFact>
    </>
  );
}

const shares = ({ address, device, card }: { address: boolean; device: boolean; card: boolean }) =>
  [address ? 'address' : '', device ? 'browser' : '', card ? 'payment card' : ''].filter(Boolean).join(', ');

type Evidence = NonNullable<CreatorClaimItem['evidence']>;

function Link({ link }: { link: Evidence['links'][number] }) {
  const isChanged = link.changedAt !== link.addedAt;
  return (
    <li>
      <UntrustedLink href={link.url} />
      <span className="block text-sm text-muted">
        <span>{kinds[link.kind]}. Added by </span>
        {someone(link.addedBy)}
        <span>, {fullDate(link.addedAt)}</span>
        {isChanged ? (
          <span>
            . Changed by {someone(link.changedBy)}, {fullDate(link.changedAt)}
          </span>
        ) : null}
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
          <EntryFact label="Added by">
            {someone(evidence.addedBy)}
            <span>, {fullDate(evidence.addedAt)}</span>
          </EntryFact>
          {evidence.links.length > 0 ? (
            <EntryFact label="Links">
              <ul className="grid gap-2">
                {evidence.links.map((link) => (
                  <Link key={link.url} link={link} />
                ))}
              </ul>
            </EntryFact>
          ) : null}
          <EntryFact label="Same person?">
            {evidence.sharing.length > 0 ? (
              <ul>
                {evidence.sharing.map((related) => (
                  <li key={related.user.id}>
                    {someone(related.user)}
                    <span>: same {shares(related)}</span>
                  </li>
                ))}
              </ul>
            ) : (
              'No account shares an address, a browser or a card with the claimant.'
            )}
          </EntryFact>
        </>
      ) : null}
    </>
  );
}
