import { useState } from 'react';
import type { z } from 'zod';
import { getCreatorApplication, socialPlatformLabels } from '#contract/creators.ts';
import { decideVerification, listVerifications, type verificationItem } from '#contract/moderation.ts';
import { creatorPath } from '#contract/paths.ts';
import { call } from '#web/data/call.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime, type Tone } from '#web/ui/display.tsx';
import { SkeletonList } from '#web/ui/faces.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ActDialog } from './act-dialog.tsx';
import { CardSkeleton } from './card-skeleton.tsx';
import { OutsideLink } from './outside-link.tsx';
import { Person } from './person.tsx';
import { QueueList, QueueTools, useQueue } from './queue-frame.tsx';
import { QueueTabs } from './queue-tabs.tsx';
import { verificationQueue, verificationsOf } from './queues.ts';

type Item = z.infer<typeof verificationItem>;
type Act = 'approve' | 'reject';

const tabs = [
  ['pending', 'Waiting'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['all', 'All'],
] as const;

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
          {item.claimsProfile ? ', which fans have added already: approving hands it over' : ''}
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
                <OutsideLink href={url} />
              </li>
            ))}
          </ul>
        </dd>
      </div>
      <div>
        <dt>Proof</dt>
        <dd>
          <OutsideLink href={item.proofUrl} />
        </dd>
      </div>
    </dl>
  );
}

function VerificationCard({ item, onAct }: { item: Item; onAct: (act: Act) => void }) {
  const [word, tone] = states[item.status];
  return (
    <article className="card admin-card" aria-label={`Application of ${item.fullName}`}>
      <header>
        <Person user={item.user} />
        <div className="admin-when">
          <Chip tone={tone}>{word}</Chip>
          <RelativeTime at={item.createdAt} />
        </div>
      </header>
      <Details item={item} />
      {item.reason ? (
        <p className="desk-quote">
          <b>Reason given</b>
          {item.reason}
        </p>
      ) : null}
      <footer>
        {item.status === 'pending' ? (
          <>
            <Button variant="paid" onClick={() => onAct('approve')}>
              Approve…
            </Button>
            <Button onClick={() => onAct('reject')}>Reject…</Button>
          </>
        ) : null}
        {item.status === 'approved' ? (
          <LinkButton to={creatorPath(item.username)} size="sm">
            See the profile
          </LinkButton>
        ) : null}
      </footer>
    </article>
  );
}

function DecisionDialog({ item, act, onClose }: { item: Item; act: Act; onClose: () => void }) {
  const decide = (status: 'approved' | 'rejected') => (reason?: string) =>
    call(decideVerification, { params: { id: item.id }, body: { status, ...(reason ? { reason } : {}) } });
  const refresh = [listVerifications, getCreatorApplication];
  if (act === 'approve') {
    return (
      <ActDialog
        title={`Approve ${item.fullName}?`}
        action="Approve"
        variant="paid"
        run={decide('approved')}
        refresh={refresh}
        done={{ title: `${item.fullName} is verified`, description: 'They can accept pools now.' }}
        onClose={onClose}
      >
        <p>
          They become a verified creator with the profile @{item.username}. Pools that name the profile come to their
          dashboard.
        </p>
      </ActDialog>
    );
  }
  return (
    <ActDialog
      title={`Reject ${item.fullName}?`}
      action="Reject"
      reason={{ label: 'Reason', hint: 'They read this, and may apply again.' }}
      run={decide('rejected')}
      refresh={refresh}
      done={{ title: 'Rejected', description: `${item.fullName} is told why.` }}
      onClose={onClose}
    >
      <p>The application of @{item.user.username} is turned down.</p>
    </ActDialog>
  );
}

/** Applications to become a creator. */
export function VerificationList() {
  const state = useQueue(verificationQueue);
  const [acting, setActing] = useState<{ item: Item; act: Act }>();
  return (
    <>
      <PageHeader title="Creator verifications" lead="Is this person who they say they are? Their proof should tell." />
      <QueueTabs queue={verificationQueue} state={state} label="States" tabs={tabs} />
      <QueueTools queue={verificationQueue} state={state} searchLabel="Search by name or username" />
      <QueueList
        queue={verificationQueue}
        state={state}
        wanted={verificationsOf(state)}
        loading={
          <SkeletonList count={3}>
            <CardSkeleton />
          </SkeletonList>
        }
        failed="Applications could not be loaded"
        empty={{ title: 'Nobody is waiting', text: 'New applications to become a creator appear here.' }}
      >
        {(items: Item[], busy) => (
          <div className="grid gap-4" aria-busy={busy}>
            {items.map((item) => (
              <VerificationCard key={item.id} item={item} onAct={(act) => setActing({ item, act })} />
            ))}
          </div>
        )}
      </QueueList>
      {acting ? <DecisionDialog {...acting} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}
