import { useState } from 'react';
import { decideReport, getReport, listReports } from '#contract/calls/admin.ts';
import { getPool, resolvePool } from '#contract/calls/pools.ts';
import { listComments, listUpdateComments, listUpdates } from '#contract/calls/updates-and-comments.ts';
import { plural, t, textOf } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog, type ActionDialogProps } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { type Report, removals } from './report-labels.ts';

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

const fansAnswer = () => ({ label: t`Answer`, hint: t`The fan sees this.` });
const publicAnswer = () => ({
  label: t`Answer`,
  hint: t`Everyone can read it on the pool’s page. We also send it to the creator and the fans who paid.`,
});

export function UpholdObjection({ item, onClose }: DecisionProps) {
  const [outcome, setOutcome] = useState<'refund' | 'redo'>('refund');
  const refund = outcome === 'refund';
  return (
    <DecisionDialog
      item={item}
      title={t`Uphold this objection?`}
      action={refund ? t`Uphold and refund all` : t`Uphold and ask for a new delivery`}
      reason={publicAnswer()}
      status="upheld"
      outcome={outcome}
      done={{
        title: t`Upheld`,
        description: refund ? t`Everyone who paid is refunded.` : t`The creator must deliver again.`,
      }}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1">{t`This settles every open objection to “${{ poolTitle: item.poolTitle ?? '' }}”.`}</legend>
        <Checkbox
          type="radio"
          name="outcome"
          label={t`Refund everyone who paid`}
          note={t`The pool ends. The creator is not paid.`}
          checked={refund}
          onChange={() => setOutcome('refund')}
        />
        <Checkbox
          type="radio"
          name="outcome"
          label={t`Ask for a new delivery`}
          note={t`The creator delivers again. The money stays held for this pool.`}
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
      title={t`Dismiss this objection?`}
      action={t`Dismiss`}
      reason={fansAnswer()}
      status="dismissed"
      done={{ title: t`Dismissed`, description: t`The fan gets your answer.` }}
      onClose={onClose}
    >
      <p>{t`The delivery for “${{ poolTitle: item.poolTitle ?? '' }}” stands. The creator is paid after the quiet period, once no other objection is open.`}</p>
    </DecisionDialog>
  );
}

const note = () => ({ label: t`Note`, hint: t`Kept with the report, for other admins.` });
const authorNote = () => ({ label: t`Note`, hint: t`Kept with the report. The author of the message sees it too.` });

/** Upholding a report of an update, comment, message or thank-you removes it. For anything else it only records the decision, and the report links to the page where the admin acts. */
export function UpholdReport({ item, onClose }: DecisionProps) {
  const others = (item.reported?.openReports ?? 1) - 1;
  const removal = item.reported?.gone ? undefined : removals[item.kind];
  return (
    <DecisionDialog
      item={item}
      title={t`Uphold this report?`}
      action={removal ? textOf(removal.action) : t`Uphold`}
      reason={removal && item.kind === 'message' ? authorNote() : note()}
      status="upheld"
      done={{ title: t`Upheld`, ...(removal ? { description: textOf(removal.done) } : {}) }}
      onClose={onClose}
    >
      <p>
        {removal
          ? textOf(removal.effect)
          : t`This only records your decision. To act on it, follow the link in the report.`}
      </p>
      {others > 0 ? (
        <p>{t`This also settles ${plural({ reports: others }, { one: '# other report', other: '# other reports' })} about it.`}</p>
      ) : null}
    </DecisionDialog>
  );
}

export function DismissReport({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title={t`Dismiss this report?`}
      action={t`Dismiss`}
      variant="primary"
      reason={note()}
      status="dismissed"
      done={{ title: t`Dismissed` }}
      onClose={onClose}
    >
      <p>{t`The reported content stays unchanged.`}</p>
    </DecisionDialog>
  );
}

const appealAnswer = () => ({ label: t`Answer`, hint: t`The suspended person sees this.` });

export function UpholdAppeal({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title={t`Lift this suspension?`}
      action={t`Lift the suspension`}
      variant="paid"
      reason={appealAnswer()}
      status="upheld"
      done={{ title: t`Suspension lifted`, description: t`They get your answer.` }}
      onClose={onClose}
    >
      <p>{t`@${{ username: item.user.username }} can use every part of the site again.`}</p>
    </DecisionDialog>
  );
}

export function DismissAppeal({ item, onClose }: DecisionProps) {
  return (
    <DecisionDialog
      item={item}
      title={t`Dismiss this appeal?`}
      action={t`Dismiss`}
      reason={appealAnswer()}
      status="dismissed"
      done={{ title: t`Dismissed`, description: t`They get your answer.` }}
      onClose={onClose}
    >
      <p>{t`@${{ username: item.user.username }} stays suspended.`}</p>
    </DecisionDialog>
  );
}
