import type { ReactNode } from 'react';
import type { z } from 'zod';
import { type DeliveredContent, getContent } from '#contract/delivery.ts';
import { type contentClaimItem, decideContentClaim, listContentClaims } from '#contract/moderation.ts';
import { formatMoney } from '#contract/money.ts';
import { getPool, resolvePool } from '#contract/pools.ts';
import { count, fullDate } from '#contract/time.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import type { Tone } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { QueueCard, QueuePage } from './queue-page.tsx';
import { claimQueue, claimsOf } from './queues.ts';

type Item = z.infer<typeof contentClaimItem>;
type Act = 'approve' | 'return';
type View = (delivery: DeliveredContent) => ReactNode;

const tabs = [
  ['pending', 'Waiting'],
  ['approved', 'Approved'],
  ['rejected', 'Sent back'],
  ['all', 'All'],
] as const;

const states: Record<Item['status'], readonly [string, Tone]> = {
  pending: ['To review', 'accent'],
  approved: ['Approved', 'paid'],
  rejected: ['Sent back', 'danger'],
};

/** "2 files, a text and 1 link". */
function contentsOf({ files, text, links }: DeliveredContent): string {
  const parts = [
    files.length > 0 ? count(files.length, 'file') : '',
    text ? 'a text' : '',
    links.length > 0 ? count(links.length, 'link') : '',
  ].filter(Boolean);
  return new Intl.ListFormat('en').format(parts);
}

/** Collapsed until opened; otherwise twenty videos would load at the same time. */
function Contents({ item, view, open }: { item: Item; view: View; open: boolean }) {
  return (
    <Disclosure summary={`Delivered: ${contentsOf(item.content)}`} open={open}>
      {() => <div className="max-w-3xl">{view(item.content)}</div>}
    </Disclosure>
  );
}

function Agreed({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-5 border-t border-line py-1.5">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

/** The request and the contract card, to compare the delivery with. */
function AskedFor({ item: { request } }: { item: Item }) {
  const { description, imageUrl, terms, paidAmount, fanCount, deliveryDueAt } = request;
  return (
    <section aria-label="What was asked for" className="fact-sheet min-w-0 content-start">
      <h3 className="text-base">What was asked for</h3>
      {imageUrl ? (
        <img src={imageUrl} alt="" width={372} height={186} className="aspect-2/1 w-full rounded-lg object-cover" />
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long request */}
      <p className="max-h-72 overflow-y-auto whitespace-pre-line wrap-anywhere" tabIndex={0}>
        {description}
      </p>
      <dl className="text-sm">
        {terms ? (
          <>
            <Agreed label="Accepted">{fullDate(terms.acceptedAt)}</Agreed>
            <Agreed label="Delivery agreed">within {count(terms.deliveryDays, 'day')}</Agreed>
          </>
        ) : null}
        {deliveryDueAt ? <Agreed label="Due">{fullDate(deliveryDueAt)}</Agreed> : null}
        {terms ? <Agreed label="Goal">{formatMoney(terms.goalCents)}</Agreed> : null}
        <Agreed label={`Paid by ${count(fanCount, 'fan')}`}>{formatMoney(paidAmount)}</Agreed>
      </dl>
    </section>
  );
}

function ClaimCard({ item, view, open, onAct }: { item: Item; view: View; open: boolean; onAct: (act: Act) => void }) {
  const acts = (
    <>
      <Button variant="paid" onClick={() => onAct('approve')}>
        Approve…
      </Button>
      <Button onClick={() => onAct('return')}>Send back…</Button>
    </>
  );
  return (
    <QueueCard
      label={`Delivery for ${item.poolTitle}`}
      user={item.user}
      state={states[item.status]}
      at={item.createdAt}
      footer={item.status === 'pending' ? acts : null}
    >
      <h2 className="text-lg">
        <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>
      </h2>
      <div className="claim-sides">
        <AskedFor item={item} />
        <section aria-label="What was delivered" className="min-w-0">
          <Contents item={item} view={view} open={open} />
        </section>
      </div>
    </QueueCard>
  );
}

function DecisionDialog({ item, act, onClose }: { item: Item; act: Act; onClose: () => void }) {
  const decide = (status: 'approved' | 'rejected') => (reason?: string) =>
    call(decideContentClaim, { params: { id: item.id }, body: { status, ...(reason ? { reason } : {}) } });
  const refresh = [listContentClaims, getContent, getPool, resolvePool];
  if (act === 'approve') {
    return (
      <ActionDialog
        title="Approve this delivery?"
        action="Approve"
        variant="paid"
        run={decide('approved')}
        refresh={refresh}
        done={{ title: 'Approved', description: 'Everyone who paid now has access.' }}
        onClose={onClose}
      >
        <p>
          Everyone who paid for “{item.poolTitle}” gets access immediately. The quiet period starts, and the creator is
          paid after it.
        </p>
      </ActionDialog>
    );
  }
  return (
    <ActionDialog
      title="Send this delivery back?"
      action="Send back"
      reason={{ label: 'Reason', hint: 'The creator sees this.' }}
      run={decide('rejected')}
      refresh={refresh}
      done={{ title: 'Sent back', description: 'We sent your reason to the creator.' }}
      onClose={onClose}
    >
      <p>The delivery deadline of “{item.poolTitle}” continues where it paused. Fans don’t see this delivery.</p>
    </ActionDialog>
  );
}

/** Deliveries to review before fans see them. */
export function ContentClaimList({ view }: { view: View }) {
  return (
    <QueuePage<Item, Act>
      queue={claimQueue}
      title="Content claims"
      lead="Is this what the pool asked for? Fans get a delivery, and its creator gets paid, only after you approve it."
      tabs={tabs}
      searchLabel="Search by pool or creator"
      wanted={claimsOf}
      failed="Deliveries could not be loaded"
      empty={{ title: 'No deliveries to review', text: 'New deliveries appear here before fans see them.' }}
      card={(item, onAct, index) => (
        <ClaimCard item={item} view={view} open={index === 0 && item.status === 'pending'} onAct={onAct} />
      )}
      dialog={(item, act, onClose) => <DecisionDialog item={item} act={act} onClose={onClose} />}
    />
  );
}
