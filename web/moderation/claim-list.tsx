import { listClaims } from '#contract/calls/creators.ts';
import type { ClaimItem } from '#contract/claims.ts';
import { type Message, msg, type Text, t, verbatim } from '#contract/language/text.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import type { FilterSelect } from '#web/admin-table/list-tools.tsx';
import { RelativeTime, type Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { type ClaimAction, ClaimActions, claimBulk, claimMenu, claimTabs } from './claim-actions.tsx';
import { ClaimDecision, claimReads, decide, rejectReason } from './claim-decision.tsx';
import { ClaimEvidenceFacts, ImitationFact } from './claim-evidence.tsx';
import { DecisionList } from './decision-list.tsx';
import { byTime, Entry, EntryFact, EntryFacts, nameOf, StateCell } from './drawer-entry.tsx';
import { claims } from './lists.ts';
import { UntrustedLink } from './untrusted-link.tsx';

const states: Record<ClaimItem['status'], readonly [Message, Tone]> = {
  pending: [msg`Under Review`, 'accent'],
  approved: [msg`Approved`, 'paid'],
  rejected: [msg`Rejected`, 'danger'],
};

const kinds = (): FilterSelect => ({
  name: 'kind',
  label: t`Kind`,
  options: [
    ['', t`All kinds`],
    ['pool', t`Pools`],
    ['creator', t`Profiles`],
  ],
});

/** The claimed pool or profile. */
const claimedOf = (item: ClaimItem): Text =>
  verbatim(item.kind === 'pool' ? item.poolTitle : `${item.creatorName} (@${item.creatorUsername})`);

/** The claimant's own profile, if they have one. A claimed profile is the card's heading. */
function OwnProfile({ item }: { item: ClaimItem }) {
  if (item.kind === 'creator' || !item.creatorUsername) return null;
  return (
    <EntryFact label={t`Profile`}>
      <TextLink to={creatorPath(item.creatorUsername)}>@{item.creatorUsername}</TextLink>
    </EntryFact>
  );
}

function Heading({ item }: { item: ClaimItem }) {
  if (item.kind === 'pool') return <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>;
  const name = `${item.creatorName} (@${item.creatorUsername})`;
  return (
    <span>
      <RichText
        text={msg`Profile of <profile>${{ name }}</profile>`}
        tags={{
          profile: (text) =>
            item.exists ? <TextLink to={creatorPath(item.creatorUsername)}>{text}</TextLink> : <span>{text}</span>,
        }}
      />
    </span>
  );
}

function ClaimEntry({ item, onAct }: { item: ClaimItem; onAct: (act: ClaimAction) => void }) {
  // Such a claim has no words of the claimant, and its page is in the evidence.
  const byCodeAlone = item.kind === 'creator' && item.page === item.proofUrl;
  return (
    <Entry
      label={
        item.kind === 'pool'
          ? t`Claim to ${{ poolTitle: item.poolTitle }} by ${{ username: item.user.username }}`
          : t`Claim to the profile @${{ profile: item.creatorUsername }} by ${{ username: item.user.username }}`
      }
      user={item.user}
      state={states[item.status]}
      at={item.createdAt}
      decidedAt={item.decidedAt}
      answer={item.reason ? [t`Reason given`, item.reason] : undefined}
      footer={item.status === 'pending' ? <ClaimActions own={item.own} onAct={onAct} /> : null}
    >
      <h3 className="text-lg wrap-anywhere">
        <Heading item={item} />
      </h3>
      <EntryFacts>
        {item.kind === 'creator' ? <ImitationFact imitates={item.imitates} /> : null}
        <OwnProfile item={item} />
        {byCodeAlone ? null : (
          <EntryFact label={t`Message`}>
            <span className="user-text block whitespace-pre-line" dir="auto">
              {item.message}
            </span>
          </EntryFact>
        )}
        {item.proofUrl && !byCodeAlone ? (
          <EntryFact label={t`Proof`}>
            <UntrustedLink href={item.proofUrl} />
          </EntryFact>
        ) : null}
        {item.kind === 'creator' ? <ClaimEvidenceFacts item={item} /> : null}
      </EntryFacts>
    </Entry>
  );
}

/** The evidence speaks for an approval. A rejection of someone who has the profile takes it and its pools from them. */
function mustOpen(item: ClaimItem, status: 'approved' | 'rejected'): Text | undefined {
  if (item.kind !== 'creator') return undefined;
  if (status === 'rejected')
    return item.handedOverAt ? t`Open this claim first: a rejection takes the profile back.` : undefined;
  return item.method === 'code' || item.imitates.length > 0 ? t`Open this claim to see its evidence first.` : undefined;
}

const bulk = claimBulk<ClaimItem>({
  approve: (item) =>
    item.kind === 'pool'
      ? t`${{ name: nameOf(item.user) }} can accept or decline this pool; other claims to it are rejected`
      : t`${{ name: nameOf(item.user) }} owns @${{ username: item.creatorUsername }} and is verified`,
  reject: ({ user }) => t`${{ name: nameOf(user) }} gets your reason`,
  mustOpen,
  rejectReason,
  decide,
  approved: msg`Approved`,
  refresh: claimReads,
});

const kindOf = (item: ClaimItem) =>
  item.kind === 'pool' ? t`Pool` : item.method === 'code' ? t`Profile, by code` : t`Profile`;

const columns: readonly ListColumn<ClaimItem>[] = [
  { key: 'status', header: msg`State`, cell: ({ status }) => <StateCell state={states[status]} /> },
  { key: 'kind', header: msg`Kind`, extra: true, cell: kindOf },
  { key: 'created', header: msg`Claimed`, sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Claims to pools that name no creator, and to profiles that fans have added. */
export function ClaimList() {
  return (
    <DecisionList<ClaimItem, ClaimItem, ClaimAction>
      list={claims.list}
      title={t`Pool claims and profile claims`}
      lead={t`Is this the creator the fans have in mind? If you approve a claim, this person can accept or decline the pool, or becomes the profile’s owner.`}
      header={t`Claim`}
      endpoint={listClaims}
      wanted={claims.page}
      live="claims"
      tabs={{ name: 'status', label: msg`States`, tabs: claimTabs }}
      filters={[kinds()]}
      searchLabel={t`Search by pool, creator or person`}
      failed={t`We couldn’t load the claims`}
      empty={{
        title: t`No claims waiting`,
        text: t`When a creator claims a pool that names no creator, or a profile that fans have added, it appears here.`,
        action: { to: paths.creators, label: t`See the creators` },
      }}
      bulk={bulk}
      row={{
        title: claimedOf,
        name: (item) => t`${{ claimed: claimedOf(item) }} by ${{ username: item.user.username }}`,
        subtitle: ({ user }) => t`by ${{ name: nameOf(user) }}`,
        columns,
      }}
      menu={claimMenu}
      drawer={{
        detail: claims.detail,
        title: ({ kind }) => (kind === 'pool' ? t`Pool claim` : t`Profile claim`),
        name: claimedOf,
        entry: (item, onAct) => <ClaimEntry item={item} onAct={onAct} />,
      }}
      dialog={(item, act, onClose) => <ClaimDecision item={item} act={act} onClose={onClose} />}
    />
  );
}
