import { useState } from 'react';
import { listComments } from '#contract/comments.ts';
import { decideReport, listReports } from '#contract/moderation.ts';
import { getPool, resolvePool } from '#contract/pools.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import type { Report } from './report-words.ts';

const refresh = [listReports, getPool, resolvePool, listComments];

interface DecisionProps {
  item: Report;
  onClose: () => void;
}

const decide =
  ({ id }: Report, body: { status: 'upheld' | 'dismissed'; outcome?: 'refund' | 'redo' }) =>
  (reason = '') =>
    call(decideReport, { params: { id }, body: { ...body, reason } });

const fansAnswer = { label: 'Answer', hint: 'The fan reads this.' };

export function UpholdObjection({ item, onClose }: DecisionProps) {
  const [outcome, setOutcome] = useState<'refund' | 'redo'>('refund');
  const refund = outcome === 'refund';
  return (
    <ActionDialog
      title="Uphold this objection?"
      action={refund ? 'Uphold and refund all' : 'Uphold, to be redone'}
      reason={fansAnswer}
      run={decide(item, { status: 'upheld', outcome })}
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
    </ActionDialog>
  );
}

export function DismissObjection({ item, onClose }: DecisionProps) {
  return (
    <ActionDialog
      title="Dismiss this objection?"
      action="Dismiss"
      reason={fansAnswer}
      run={decide(item, { status: 'dismissed' })}
      refresh={refresh}
      done={{ title: 'Dismissed', description: 'The fan is told.' }}
      onClose={onClose}
    >
      <p>
        The delivery of “{item.poolTitle}” stands. The creator is paid when the quiet period is over and nothing else is
        open.
      </p>
    </ActionDialog>
  );
}

const note = { label: 'Note', hint: 'Kept with the report, for other admins.' };
const toldNote = { label: 'Note', hint: 'Kept with the report. Who wrote the message reads it, too.' };

/** Upholding a report of a comment or a message removes it; of anything else it is written down, and the report leads to where the admin acts. */
export function UpholdReport({ item, onClose }: DecisionProps) {
  const others = (item.reported?.openReports ?? 1) - 1;
  const what = item.kind === 'comment' || item.kind === 'message' ? item.kind : undefined;
  const removes = what !== undefined && !item.reported?.gone;
  return (
    <ActionDialog
      title="Uphold this report?"
      action={removes ? `Uphold and remove the ${what}` : 'Uphold'}
      reason={removes && what === 'message' ? toldNote : note}
      run={decide(item, { status: 'upheld' })}
      refresh={refresh}
      done={{ title: 'Upheld', ...(removes ? { description: `The ${what} is gone.` } : {}) }}
      onClose={onClose}
    >
      <p>
        {removes
          ? what === 'message'
            ? 'The message is deleted for good, and all replies to it with it. Who wrote it is told, with your note.'
            : 'The comment is removed for good; answers to it stay.'
          : 'This writes the decision down and nothing else: what has to be done is done where the report leads.'}
      </p>
      {others > 0 ? (
        <p>{others === 1 ? 'One other report' : `${others} other reports`} of it are settled too.</p>
      ) : null}
    </ActionDialog>
  );
}

export function DismissReport({ item, onClose }: DecisionProps) {
  return (
    <ActionDialog
      title="Dismiss this report?"
      action="Dismiss"
      variant="primary"
      reason={note}
      run={decide(item, { status: 'dismissed' })}
      refresh={refresh}
      done={{ title: 'Dismissed' }}
      onClose={onClose}
    >
      <p>What was reported stays as it is.</p>
    </ActionDialog>
  );
}
