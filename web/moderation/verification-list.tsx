import type { z } from 'zod';
import type { verificationItem } from '#contract/admin/moderation.ts';
import { decideVerification, getVerification, listVerifications } from '#contract/calls/admin.ts';
import { getCreatorApplication } from '#contract/calls/creators.ts';
import { socialPlatformLabel } from '#contract/creators/social-platforms.ts';
import { type Message, msg, t, textOf, verbatim } from '#contract/language/text.ts';
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
const states: Record<Item['status'], readonly [Message, Tone]> = {
  pending: [msg`Under Review`, 'accent'],
  approved: [msg`Verified`, 'paid'],
  rejected: [msg`Rejected`, 'danger'],
};

const nameOfApplicant = ({ fullName }: Item) => fullName;

const platformName = (platform: string) => socialPlatformLabel(platform) ?? verbatim(platform);

function Details({ item }: { item: Item }) {
  return (
    <EntryFacts>
      <ImitationFact imitates={item.imitates} />
      <EntryFact label={t`Full name`}>{item.fullName}</EntryFact>
      <EntryFact label={t`Profile`}>
        {item.claimsProfile
          ? t`@${{ username: item.username }}. Fans already added this profile; approving gives it to the applicant`
          : `@${item.username}`}
      </EntryFact>
      <EntryFact label={t`Category`}>{item.category}</EntryFact>
      <EntryFact label={t`Bio`}>{item.bio || '–'}</EntryFact>
      <EntryFact label={t`Links`}>
        <ul>
          {item.socialLinks.map(({ platform, url }) => (
            <li key={platform + url}>
              <span className="me-2 text-muted">{platformName(platform)}</span>
              <UntrustedLink href={url} />
            </li>
          ))}
        </ul>
      </EntryFact>
      <EntryFact label={t`Proof`}>
        <UntrustedLink href={item.proofUrl} />
      </EntryFact>
    </EntryFacts>
  );
}

function VerificationEntry({ item, onAct }: { item: Item; onAct: (act: ClaimAction) => void }) {
  const { status } = item;
  return (
    <Entry
      label={t`Application of ${{ name: item.fullName }}`}
      user={item.user}
      state={states[status]}
      at={item.createdAt}
      decidedAt={item.decidedAt}
      answer={item.reason ? [t`Reason given`, item.reason] : undefined}
      footer={
        status === 'pending' ? (
          <ClaimActions own={item.own} onAct={onAct} />
        ) : status === 'approved' ? (
          <LinkButton to={creatorPath(item.username)} size="sm">{t`View profile`}</LinkButton>
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

const rejectReason = { label: msg`Reason`, hint: msg`The applicant sees this and may apply again.` };

function DecisionDialog({ item, act, onClose }: { item: Item; act: ClaimAction; onClose: () => void }) {
  if (act === 'approve') {
    return (
      <ActionDialog
        title={t`Approve ${{ name: item.fullName }}?`}
        action={t`Approve`}
        variant="paid"
        run={(reason) => decide(item, 'approved', reason)}
        refresh={refresh}
        done={{ title: t`${{ name: item.fullName }} is verified`, description: t`They can now accept pools.` }}
        onClose={onClose}
      >
        <p>{t`They become a verified creator with the profile @${{ username: item.username }}. Pools for this profile appear in their dashboard.`}</p>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title={t`Reject ${{ name: item.fullName }}?`}
      action={t`Reject`}
      reason={{ label: textOf(rejectReason.label), hint: textOf(rejectReason.hint) }}
      run={(reason) => decide(item, 'rejected', reason)}
      refresh={refresh}
      done={{ title: t`Rejected`, description: t`We sent your reason to ${{ name: item.fullName }}.` }}
      onClose={onClose}
    >
      <p>{t`This rejects the application of @${{ username: item.user.username }}.`}</p>
    </ActionDialog>
  );
}

const bulk = claimBulk<Item>({
  approve: ({ username }) => t`Becomes the verified creator @${{ username }}`,
  reject: () => t`Gets your reason and may apply again`,
  rejectReason,
  decide,
  approved: msg`Verified`,
  refresh,
});

const columns: readonly ListColumn<Item>[] = [
  { key: 'status', header: msg`State`, cell: ({ status }) => <StateCell state={states[status]} /> },
  { key: 'category', header: msg`Category`, extra: true, cell: ({ category }) => category },
  { key: 'created', header: msg`Applied`, sort: byTime, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/** Applications to become a creator. */
export function VerificationList() {
  return (
    <DecisionList<Item, Item, ClaimAction>
      list={verifications.list}
      title={t`Creator verifications`}
      lead={t`Check the proof: is this person who they say they are?`}
      header={t`Applicant`}
      endpoint={listVerifications}
      wanted={verifications.page}
      live="verifications"
      tabs={{ name: 'status', label: msg`States`, tabs: claimTabs }}
      searchLabel={t`Search by name or username`}
      failed={t`We couldn’t load the applications`}
      empty={{
        title: t`No applications waiting`,
        text: t`Creators who apply for a verified page appear here. Fans can add creators without an application.`,
        action: { to: paths.creators, label: t`Add a creator` },
      }}
      bulk={bulk}
      row={{
        title: nameOfApplicant,
        name: nameOfApplicant,
        subtitle: ({ user, username }) =>
          t`@${{ currentUsername: user.username }}, wants @${{ wantedUsername: username }}`,
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
