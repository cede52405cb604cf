import type { ClaimItem } from '#contract/claims.ts';
import { creatorPath } from '#contract/paths.ts';
import type { Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ClaimDecision } from './claim-decision.tsx';
import { QueueKinds } from './queue-kinds.tsx';
import { type ClaimAction, ClaimFrame, claimTabs, QueuePage } from './queue-page.tsx';
import { claimsOfAll, poolClaimQueue } from './queues.ts';
import { UntrustedLink } from './untrusted-link.tsx';

const states: Record<ClaimItem['status'], readonly [string, Tone]> = {
  pending: ['Under Review', 'accent'],
  approved: ['Approved', 'paid'],
  rejected: ['Rejected', 'danger'],
};

const kinds = [
  ['pool', 'Pools'],
  ['creator', 'Profiles'],
] as const;

/** The claimant's own profile, if they have one. A claimed profile is the card's heading. */
function OwnProfile({ item }: { item: ClaimItem }) {
  if (item.kind === 'creator' || !item.creatorUsername) return null;
  return (
    <div>
      <dt>Profile</dt>
      <dd>
        <TextLink to={creatorPath(item.creatorUsername)}>@{item.creatorUsername}</TextLink>
      </dd>
    </div>
  );
}

function Heading({ item }: { item: ClaimItem }) {
  if (item.kind === 'pool') return <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>;
  const name = `${item.creatorName} (@${item.creatorUsername})`;
  return <>Profile of {item.exists ? <TextLink to={creatorPath(item.creatorUsername)}>{name}</TextLink> : name}</>;
}

function ClaimCard({ item, onAct }: { item: ClaimItem; onAct: (act: ClaimAction) => void }) {
  const about = item.kind === 'pool' ? item.poolTitle : `the profile @${item.creatorUsername}`;
  return (
    <ClaimFrame label={`Claim to ${about} by ${item.user.username}`} item={item} states={states} onAct={onAct}>
      <h2 className="text-lg wrap-anywhere">
        <Heading item={item} />
      </h2>
      <dl className="admin-details">
        <OwnProfile item={item} />
        <div>
          <dt>Message</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{item.message}</dd>
        </div>
        <div>
          <dt>Proof</dt>
          <dd>
            <UntrustedLink href={item.proofUrl} />
          </dd>
        </div>
      </dl>
    </ClaimFrame>
  );
}

/** Claims to pools that name no creator, and to profiles that fans have added. */
export function ClaimList() {
  return (
    <QueuePage<ClaimItem, ClaimAction>
      queue={poolClaimQueue}
      title="Pool claims and profile claims"
      lead="Is this the creator the fans have in mind? If you approve a claim, this person can accept or decline the pool, or becomes the profile’s owner."
      tabs={claimTabs}
      searchLabel="Search by pool, creator or person"
      wanted={claimsOfAll}
      failed="Claims could not be loaded"
      empty={{
        title: 'No claims waiting',
        text: 'When a creator claims a pool that names no creator, or a profile that fans have added, it appears here.',
      }}
      tools={<QueueKinds queue={poolClaimQueue} kinds={kinds} />}
      card={(item, onAct) => <ClaimCard item={item} onAct={onAct} />}
      dialog={(item, act, onClose) => <ClaimDecision item={item} act={act} onClose={onClose} />}
    />
  );
}
