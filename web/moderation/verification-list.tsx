import type { z } from 'zod';
import { getCreatorApplication, socialPlatformLabels } from '#contract/creators.ts';
import { decideVerification, listVerifications, type verificationItem } from '#contract/moderation.ts';
import { creatorPath } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import type { Tone } from '#web/ui/display.tsx';
import { type ClaimAction, ClaimFrame, claimTabs, QueuePage } from './queue-page.tsx';
import { verificationQueue, verificationsOf } from './queues.ts';
import { UntrustedLink } from './untrusted-link.tsx';

type Item = z.infer<typeof verificationItem>;
const states: Record<Item['status'], readonly [string, Tone]> = {
  pending: ['Under Review', 'accent'],
  approved: ['Verified', 'paid'],
  rejected: ['Rejected', 'danger'],
};

const platformName = (platform: string) =>
  (socialPlatformLabels as Record<string, string | undefined>)[platform] ?? platform;

function Details({ item }: { item: Item }) {
  return (
    <dl className="admin-details">
      <div>
        <dt>Full name</dt>
        <dd>{item.fullName}</dd>
      </div>
      <div>
        <dt>Profile</dt>
        <dd>
          @{item.username}
          {item.claimsProfile ? '. Fans already added this profile; approving gives it to the applicant' : ''}
        </dd>
      </div>
      <div>
        <dt>Category</dt>
        <dd>{item.category}</dd>
      </div>
      <div>
        <dt>Bio</dt>
        <dd>{item.bio || '–'}</dd>
      </div>
      <div>
        <dt>Links</dt>
        <dd>
          <ul>
            {item.socialLinks.map(({ platform, url }) => (
              <li key={platform + url}>
                <span className="mr-2 text-muted">{platformName(platform)}</span>
                <UntrustedLink href={url} />
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>Proof</dt>
        <dd>
          <UntrustedLink href={item.proofUrl} />
        </dd>
      </div>
    </dl>
  );
}

function VerificationCard({ item, onAct }: { item: Item; onAct: (act: ClaimAction) => void }) {
  const seen = (
    <LinkButton to={creatorPath(item.username)} size="sm">
      View profile
    </LinkButton>
  );
  return (
    <ClaimFrame label={`Application of ${item.fullName}`} item={item} states={states} onAct={onAct} approved={seen}>
      <Details item={item} />
    </ClaimFrame>
  );
}

function DecisionDialog({ item, act, onClose }: { item: Item; act: ClaimAction; onClose: () => void }) {
  const decide = (status: 'approved' | 'rejected') => (reason?: string) =>
    call(decideVerification, { params: { id: item.id }, body: { status, ...(reason ? { reason } : {}) } });
  const refresh = [listVerifications, getCreatorApplication];
  if (act === 'approve') {
    return (
      <ActionDialog
        title={`Approve ${item.fullName}?`}
        action="Approve"
        variant="paid"
        run={decide('approved')}
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
      reason={{ label: 'Reason', hint: 'The applicant sees this and may apply again.' }}
      run={decide('rejected')}
      refresh={refresh}
      done={{ title: 'Rejected', description: `We sent your reason to ${item.fullName}.` }}
      onClose={onClose}
    >
      <p>This rejects the application of @{item.user.username}.</p>
    </ActionDialog>
  );
}

/** Applications to become a creator. */
export function VerificationList() {
  return (
    <QueuePage<Item, ClaimAction>
      queue={verificationQueue}
      title="Creator verifications"
      lead="Check the proof: is this person who they say they are?"
      tabs={claimTabs}
      searchLabel="Search by name or username"
      wanted={verificationsOf}
      failed="Applications could not be loaded"
      empty={{ title: 'No applications waiting', text: 'New creator applications appear here.' }}
      card={(item, onAct) => <VerificationCard item={item} onAct={onAct} />}
      dialog={(item, act, onClose) => <DecisionDialog item={item} act={act} onClose={onClose} />}
    />
  );
}
