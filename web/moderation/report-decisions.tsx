import { useState } from 'react';
import { decideReport, getReport, listReports } from '#contract/calls/admin.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { listComments, listUpdateComments, listUpdates } from '#contract/calls/updates-and-comments.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog, type ActionDialogProps } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { type Report, removable } from './report-labels.ts';

/** Endpoints whose data a decision changes. */
export const reportReads = [
  listReports,
  getReport,
  getPool,
  resolvePool,
  listComments,
  listUpdates,
  listUpdateComments,
];

interface DecisionProps {
  item: Report;
  onClose: () => void;
}

interface Decision {
  status: 'upheld' | 'dismissed';
  outcome?: 'refund' | 'redo';
}

export const decideOn = ({ id }: Report, decision: Decision, reason = '') =>
  call(decideReport, { params: { id }, body: { ...decision, reason } });

interface DecisionDialogProps
  extends DecisionProps,
    Decision,
    Pick<ActionDialogProps, 'title' | 'action' | 'variant' | 'reason' | 'done' | 'children'> {}

function DecisionDialog({ item, status, outcome, ...dialog }: DecisionDialogProps) {
  return (
    <ActionDialog
      run={(reason) => decideOn(item, { status, ...(outcome ? { outcome } : {}) }, reason)}
      refresh={reportReads}
      {...dialog}
    />
  );
}

const fansAnswer = { label: 'Answer', hint: 'The fan sees this.' };
const publicAnswer = {
  label: 'Answer',
  hint: 'Everyone can read it on the pool’s page. We also send it to the creator and the fans who paid.',
};

export function UpholdObjection({ item, onClose }: DecisionProps) {
  const [outcome, setOutcome] = useState<'refund' | 'redo'>('refund');
  const refund = outcome === 'refund';
  return (
    <DecisionDialog
      item={item}
      title="Uphold this objection?"
      action={refund ? 'Uphold and refund all' : 'Uphold and ask for a new delivery'}
      reason={publicAnswer}
      status="upheld"
      outcome={outcome}
      done={{
        title: 'Upheld',
        description: refund ? 'Everyone who paid is refunded.' : 'The creator must deliver again.',
      }}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1">This settles every open objection to “{item.poolTitle}”.</legend>
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
          label="Ask for a new delivery"
          note="The creator delivers again. The money stays held for this pool."
          checked={!refund}
          onChange={() => setOutcome('redo')}
        />
      </fieldset>
    </DecisionDialog>
  );
}

export function DismissObjection({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title="Dismiss this objection?"
      action="Dismiss"
      reason={fansAnswer}
      status="dismissed"
      done={{ title: 'Dismissed', description: 'The fan gets your answer.' }}
      onClose={onClose}
    >
      <p>
        The delivery for “{item.poolTitle}” stands. The creator is paid after the quiet period, once no other objection
        is open.
      </p>
    </DecisionDialog>
  );
}

const note = { label: 'Note', hint: 'Kept with the report, for other admins.' };
const authorNote = { label: 'Note', hint: 'Kept with the report. The author of the message sees it too.' };

const removals: Partial<Record<Report['kind'], string>> = {
  update: 'This permanently removes the update with its pictures and comments. The author gets a notification.',
  comment: 'This permanently removes the comment. Replies to it stay.',
  message: 'This permanently deletes the message and all replies to it. The author gets a notification with your note.',
  thanks: 'This permanently removes the thank-you. The fan cannot write another one.',
};

/** Upholding a report of an update, comment, message or thank-you removes it. For anything else it only records the decision, and the report links to the page where the admin acts. */
export function UpholdReport({ item, onClose }: DecisionProps) {
  const others = (item.reported?.openReports ?? 1) - 1;
  const what = removable[item.kind];
  const removes = what !== undefined && !item.reported?.gone;
  return (
    <DecisionDialog
      item={item}
      title="Uphold this report?"
      action={removes ? `Uphold and remove the ${what}` : 'Uphold'}
      reason={removes && what === 'message' ? authorNote : note}
      status="upheld"
      done={{ title: 'Upheld', ...(removes ? { description: `The ${what} was removed.` } : {}) }}
      onClose={onClose}
    >
      <p>
        {removes
          ? removals[item.kind]
          : 'This only records your decision. To act on it, follow the link in the report.'}
      </p>
      {others > 0 ? (
        <p>This also settles {others === 1 ? '1 other report' : `${others} other reports`} about it.</p>
      ) : null}
    </DecisionDialog>
  );
}

export function DismissReport({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title="Dismiss this report?"
      action="Dismiss"
      variant="primary"
      reason={note}
      status="dismissed"
      done={{ title: 'Dismissed' }}
      onClose={onClose}
    >
      <p>The reported content stays unchanged.</p>
    </DecisionDialog>
  );
}

const appealAnswer = { label: 'Answer', hint: 'The suspended person sees this.' };

export function UpholdAppeal({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title="Lift this suspension?"
      action="Lift the suspension"
      variant="paid"
      reason={appealAnswer}
      status="upheld"
      done={{ title: 'Suspension lifted', description: 'They get your answer.' }}
      onClose={onClose}
    >
      <p>@{item.user.username} can use every part of the site again.</p>
    </DecisionDialog>
  );
}

export function DismissAppeal({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title="Dismiss this appeal?"
      action="Dismiss"
      reason={appealAnswer}
      status="dismissed"
      done={{ title: 'Dismissed', description: 'They get your answer.' }}
      onClose={onClose}
    >
      <p>@{item.user.username} stays suspended.</p>
    </DecisionDialog>
  );
}
