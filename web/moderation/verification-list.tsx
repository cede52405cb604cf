import type { z } from 'zod';
import type { verificationItem } from '#contract/admin/moderation.ts';
import { decideVerification, getVerification, listVerifications } from '#contract/calls/admin.ts';
import { getCreatorApplication } from '#contract/calls/creators.ts';
import { socialPlatformLabels } from '#contract/creators/social-platforms.ts';
import { creatorPath, paths } from '#contract/paths.ts';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { RelativeTime, type Tone } from '#web/ui/display.tsx';
import { type ClaimAction, ClaimActions, claimBulk, claimMenu, claimTabs } from './claim-actions.tsx';
import { ImitationFact } from './claim-evidence.tsx';
import { DecisionList } from './decision-list.tsx';
import { byTime, Entry, EntryFact, EntryFacts, StateCell } from './drawer-entry.tsx';
import { verifications } from './lists.ts';
import { UntrustedLink } from './untrusted-link.tsx';

type Item = z.infer<typeof verificationItem>;
const states: Record<Item['status'], readonly [string, Tone]> = {
  pending: ['Under Review', 'accent'],
  approved: ['Verified', 'paid'],
  rejected: ['Rejected', 'danger'],
};

const nameOfApplicant = ({ fullName }: Item) => fullName;

const platformName = (platform: string) =>
  (socialPlatformLabels as Record<string, string | undefined>)[platform] ?? platform;

function Details({ item }: { item: Item }) {
  return (
    <EntryFacts>
      <ImitationFact imitates={item.imitates} />
      <EntryFact label="Full name">{item.fullName}</EntryFact>
      <EntryFact label="Profile">
        @{item.username}
        {item.claimsProfile ? (
          <span>. Fans already added this profile; approving gives it to the applicant</span>
        ) : null}
      </EntryFact>
      <EntryFact label="Category">{item.category}</EntryFact>
      <EntryFact label="Bio">{item.bio || '–'}</EntryFact>
      <EntryFact label="Links">
        <ul>
          {item.socialLinks.map(({ platform, url }) => (
            <li key={platform + url}>
              <span className="me-2 text-muted">{platformName(platform)}</span>
              <UntrustedLink href={url} />
            </li>
          ))}
        </ul>
      </EntryFact>
      <EntryFact label="Proof">
        <UntrustedLink href={item.proofUrl} />
      </EntryFact>
    </EntryFacts>
  );
}

function VerificationEntry({ item, onAct }: { item: Item; onAct: (act: ClaimAction) => void }) {
  const { status } = item;
  return (
    <Entry
      label={`Application of ${item.fullName}`}
      user={item.user}
      state={states[status]}
      at={item.createdAt}
      decidedAt={item.decidedAt}
      answer={item.reason ? ['Reason given', item.reason] : undefined}
      footer={
        status === 'pending' ? (
          <ClaimActions own={item.own} onAct={onAct} />
        ) : status === 'approved' ? (
          <LinkButton to={creatorPath(item.username)} size="sm">
            View profile
          </LinkButton>
        ) : null
      }
    >
      <Details item={item} />
    </Entry>
  );
}

const decide = ({ id }: Item, status: 'approved' | 'rejected', reason?: string) =>
  call(decideVerification, { params: { id }, body: { status, ...(reason ? { reason } : {}) } });
const refresh = [listVerifications, getVerification, getCreatorApplication];

const rejectReason = { label: 'Reason', hint: 'The applicant sees this and may apply again.' };

function DecisionDialog({ item, act, onClose }: { item: Item; act: ClaimAction; onClose: () => void }) {
  if (act === 'approve') {
    return (
      <ActionDialog
        title={`Approve ${item.fullName}?`}
        action="Approve"
        variant="paid"
        run={(reason) => decide(item, 'approved', reason)}
        refresh={refresh}
        done={{ title: `${item.fullName} is verified`, description: 'They can now accept pools.' }}
        onClose={onClose}
      >
        <p>
          They become a verified creator with the profile @{item.username}. Pools for this profile appear in their
          dashboard.
        </p>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={`Reject ${item.fullName}?`}
      action="Reject"
      reason={rejectReason}
      run={(reason) => decide(item, 'rejected', reason)}
      refresh={refresh}
      done={{ title: 'Rejected', description: `We sent your reason to ${item.fullName}.` }}
      onClose={onClose}
    >
      <p>This rejects the application of @{item.user.username}.</p>
    </ActionDialog>
  );
}

const bulk = claimBulk<Item>({
  approve: ({ username }) => `Becomes the verified creator @${username}`,
  reject: () => 'Gets your reason and may apply again',
  rejectReason,
  decide,
  approved: 'Verified',
  refresh,
});

const columns: readonly ListColumn<Item>[] = [
  { key: 'status', header: 'State', cell: ({ status }) => <StateCell state={states[status]} /> },
  { key: 'category', header: 'Category', extra: true, cell: ({ category }) => category },
  { key: 'created', header: 'Applied', sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Applications to become a creator. */
export function VerificationList() {
  return (
    <DecisionList<Item, Item, ClaimAction>
      list={verifications.list}
      title="Creator verifications"
      lead="Check the proof: is this person who they say they are?"
      header="Applicant"
      endpoint={listVerifications}
      wanted={verifications.page}
      live="verifications"
      tabs={{ name: 'status', label: 'States', tabs: claimTabs }}
      searchLabel="Search by name or username"
      failed="We couldn’t load the applications"
      empty={{
        title: 'No applications waiting',
        text: 'Creators who apply for a verified page appear here. Fans can add creators without an application.',
        action: { to: paths.creators, label: 'Add a creator' },
      }}
      bulk={bulk}
      row={{
        title: nameOfApplicant,
        name: nameOfApplicant,
        subtitle: ({ user, username }) => `@${user.username}, wants @${username}`,
        columns,
      }}
      menu={claimMenu}
      drawer={{
        detail: verifications.detail,
        title: nameOfApplicant,
        name: nameOfApplicant,
        entry: (item, onAct) => <VerificationEntry item={item} onAct={onAct} />,
      }}
      dialog={(item, act, onClose) => <DecisionDialog item={item} act={act} onClose={onClose} />}
    />
  );
}
