import { useState } from 'react';
import type { z } from 'zod';
import { decideReport, listReports, type reportItem } from '#contract/moderation.ts';
import { getPool, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import type { Tone } from '#web/ui/display.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ActDialog } from './act-dialog.tsx';
import { QueueCard, QueuePage } from './queue-page.tsx';
import { reportQueue, reportsOf } from './queues.ts';

type Item = z.infer<typeof reportItem>;
type Act = 'uphold' | 'dismiss';

const tabs = [
  ['open', 'Open'],
  ['upheld', 'Upheld'],
  ['dismissed', 'Dismissed'],
  ['all', 'All'],
] as const;

const states: Record<Item['status'], readonly [string, Tone]> = {
  open: ['Open', 'accent'],
  upheld: ['Upheld', 'danger'],
  dismissed: ['Dismissed', 'plain'],
};

function ReportCard({ item, onAct }: { item: Item; onAct: (act: Act) => void }) {
  const acts = (
    <>
      <Button variant="danger" onClick={() => onAct('uphold')}>
        Uphold…
      </Button>
      <Button onClick={() => onAct('dismiss')}>Dismiss…</Button>
    </>
  );
  return (
    <QueueCard
      label={`Objection to ${item.poolTitle}`}
      user={item.user}
      note="paid for it"
      state={states[item.status]}
      at={item.createdAt}
      answer={item.answer ? ['Answer', item.answer] : undefined}
      footer={item.status === 'open' ? acts : null}
    >
      <h2 className="text-[1.2rem]">
        Objection to <TextLink to={item.poolPath}>{item.poolTitle}</TextLink>
      </h2>
      <p className="max-w-[66ch] whitespace-pre-line wrap-anywhere">{item.reason}</p>
    </QueueCard>
  );
}

const answer = { label: 'Answer', hint: 'The fan reads this.' };
const refresh = [listReports, getPool, resolvePool];

function UpholdDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const [outcome, setOutcome] = useState<'refund' | 'redo'>('refund');
  const refund = outcome === 'refund';
  return (
    <ActDialog
      title="Uphold this objection?"
      action={refund ? 'Uphold and refund all' : 'Uphold, to be redone'}
      reason={answer}
      run={(reason) =>
        call(decideReport, {
          params: { id: item.id },
          body: { status: 'upheld', outcome, ...(reason ? { reason } : {}) },
        })
      }
      refresh={refresh}
      done={{
        title: 'Upheld',
        description: refund ? 'Everyone who paid is refunded.' : 'The creator delivers once more.',
      }}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1">Every open objection to “{item.poolTitle}” is settled with it.</legend>
        <Checkbox
          type="radio"
          name="outcome"
          label="Refund everyone who paid"
          note="The pool ends. The creator is not paid."
          checked={refund}
          onChange={() => setOutcome('refund')}
        />
        <Checkbox
          type="radio"
          name="outcome"
          label="Have it redone"
          note="The creator delivers again; the money stays held."
          checked={!refund}
          onChange={() => setOutcome('redo')}
        />
      </fieldset>
    </ActDialog>
  );
}

function DismissDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  return (
    <ActDialog
      title="Dismiss this objection?"
      action="Dismiss"
      reason={answer}
      run={(reason) =>
        call(decideReport, { params: { id: item.id }, body: { status: 'dismissed', ...(reason ? { reason } : {}) } })
      }
      refresh={refresh}
      done={{ title: 'Dismissed', description: 'The fan is told.' }}
      onClose={onClose}
    >
      <p>
        The delivery of “{item.poolTitle}” stands. The creator is paid when the quiet period is over and nothing else is
        open.
      </p>
    </ActDialog>
  );
}

/** Objections of fans to what was delivered. */
export function ReportList() {
  return (
    <QueuePage<Item, Act>
      queue={reportQueue}
      title="Reports"
      lead="Objections of fans to a delivery. While one is open, the creator is not paid."
      tabs={tabs}
      searchLabel="Search by pool, fan or words"
      wanted={reportsOf}
      failed="Reports could not be loaded"
      empty={{
        title: 'No objections',
        text: 'When a fan objects to a delivery in its quiet period, it appears here.',
      }}
      card={(item, onAct) => <ReportCard item={item} onAct={onAct} />}
      dialog={(item, act, onClose) =>
        act === 'uphold' ? (
          <UpholdDialog item={item} onClose={onClose} />
        ) : (
          <DismissDialog item={item} onClose={onClose} />
        )
      }
    />
  );
}
