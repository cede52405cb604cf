import { useState } from 'react';
import {
  decideTakedown,
  getAdminTakedown,
  listRepeatInfringers,
  listTakedownCandidates,
  listTakedowns,
  settleTakedown,
} from '#contract/calls/legal.ts';
import { appError } from '#contract/errors.ts';
import type { TakedownCandidate, TakedownItem } from '#contract/legal.ts';
import { count } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { query, useData } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { kindWords, type TakedownMaterial } from './takedown-labels.ts';

/** Endpoints whose data a decision changes. */
export const takedownReads = [listTakedowns, getAdminTakedown, listRepeatInfringers, listTakedownCandidates];
const keyOf = ({ kind, id }: TakedownCandidate) => `${kind}:${id}`;

interface DialogProps {
  item: TakedownItem;
  onClose: () => void;
}

export const rejectReason = { label: 'Reason', hint: 'The complainant gets this by email.' };

export const rejectNotice = ({ id }: TakedownItem, reason = '') =>
  call(decideTakedown, { params: { id }, body: { action: 'reject', reason } });

export function RejectNotice({ item, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Reject this notice?"
      action="Reject notice"
      reason={rejectReason}
      run={(reason) => rejectNotice(item, reason)}
      refresh={takedownReads}
      done={{ title: 'Notice rejected', description: 'The complainant gets your reason.' }}
      onClose={onClose}
    >
      <p>Nothing is disabled. Say what is missing, so that {item.name} can send a complete notice.</p>
    </ActionDialog>
  );
}

interface ChoiceProps {
  candidates: TakedownCandidate[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Choice({ candidates, chosen, onChange }: ChoiceProps) {
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <fieldset className="grid max-h-80 gap-2.5 overflow-y-auto">
      <legend className="field-label mb-1.5">What to disable</legend>
      {candidates.map((candidate) => (
        <Checkbox
          key={keyOf(candidate)}
          label={
            <span>
              {kindWords[candidate.kind]}: <TextLink to={candidate.path}>{candidate.label}</TextLink>
            </span>
          }
          note={candidate.disabled ? 'Already disabled' : `Posted by @${candidate.user.username}`}
          disabled={candidate.disabled}
          checked={chosen.has(keyOf(candidate))}
          onChange={() => toggle(keyOf(candidate))}
        />
      ))}
    </fieldset>
  );
}

/** Lets the admin choose the material to disable at the addresses of the notice. */
export function DisableMaterial({ item, onClose }: DialogProps) {
  const found = useData(query(listTakedownCandidates, { params: { id: item.id } }));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const materials = (found.data?.candidates ?? [])
    .filter((candidate) => chosen.has(keyOf(candidate)))
    .map(({ kind, id }) => ({ kind, id }));
  return (
    <ActionDialog
      title="Disable material?"
      action={materials.length > 1 ? `Disable ${materials.length} items` : 'Disable'}
      run={async () => {
        if (materials.length === 0) throw appError('validation_failed', { message: 'Choose the material to disable.' });
        await call(decideTakedown, { params: { id: item.id }, body: { action: 'disable', materials } });
      }}
      refresh={takedownReads}
      done={{ title: 'Disabled', description: 'We’ll notify the people who posted it and the complainant.' }}
      onClose={onClose}
    >
      <p>
        Only admins will see this material. Pools with money at stake are frozen until the case is closed. The person
        who posted it can answer.
      </p>
      <Loaded of={found} loading={<Skeleton className="h-40" />} failed="We couldn’t look up the addresses">
        {({ candidates, unknown }) => (
          <>
            {candidates.length > 0 ? (
              <Choice candidates={candidates} chosen={chosen} onChange={setChosen} />
            ) : (
              <p>These addresses lead to nothing that can be disabled. Reject the notice and ask for the right ones.</p>
            )}
            {unknown.length > 0 ? (
              <p className="text-sm wrap-anywhere">
                {count(unknown.length, 'address', 'addresses')} not found: {unknown.join(', ')}
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </ActionDialog>
  );
}

export type Settlement = 'action_filed' | 'keep_down' | 'restore' | 'restore_later';

interface SettlementWords {
  action: 'action_filed' | 'keep_down' | 'restore';
  title: string;
  button: string;
  text: string;
  hint: string;
  done: string;
}

const settlements: Record<Settlement, SettlementWords> = {
  action_filed: {
    action: 'action_filed',
    title: 'Record a court action?',
    button: 'Record court action',
    text: 'The material stays disabled permanently. A pool is removed, and money held for it or for the delivery is refunded.',
    hint: 'The court and the case number. The person who posted the material sees this.',
    done: 'Court action recorded',
  },
  keep_down: {
    action: 'keep_down',
    title: 'Keep this disabled without waiting?',
    button: 'Keep disabled',
    text: 'The person can no longer send a counter-notice. A pool is removed, and money held for it or for the delivery is refunded.',
    hint: 'The person who posted the material sees this.',
    done: 'The material stays disabled',
  },
  restore: {
    action: 'restore',
    title: 'Restore this now?',
    button: 'Restore',
    text: 'Everyone sees the material again, and its pool is unfrozen. Restore early if the complainant withdraws the notice.',
    hint: 'Both sides get this by email.',
    done: 'Restored',
  },
  restore_later: {
    action: 'restore',
    title: 'Restore this after all?',
    button: 'Restore',
    text: 'The material is visible again. A removed pool and a comment with an upheld report stay removed, and refunds are not undone. The notice no longer counts against the person.',
    hint: 'Both sides get this by email.',
    done: 'Restored',
  },
};

export function SettleMaterial({
  material,
  act,
  onClose,
}: {
  material: TakedownMaterial;
  act: Settlement;
  onClose: () => void;
}) {
  const { action, title, button, text, hint, done } = settlements[act];
  return (
    <ActionDialog
      title={title}
      action={button}
      variant={action === 'restore' ? 'paid' : 'danger'}
      reason={{ label: 'Reason', hint }}
      run={(reason) => call(settleTakedown, { params: { id: material.id }, body: { action, reason: reason ?? '' } })}
      refresh={takedownReads}
      done={{ title: done, description: 'We’ll notify both sides.' }}
      onClose={onClose}
    >
      <p>{material.label}</p>
      <p>{text}</p>
    </ActionDialog>
  );
}
