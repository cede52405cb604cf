import { useState } from 'react';
import { appError } from '#contract/errors.ts';
import {
  decideTakedown,
  listRepeatInfringers,
  listTakedownCandidates,
  listTakedowns,
  settleTakedown,
  type TakedownCandidate,
  type TakedownItem,
} from '#contract/legal.ts';
import { count } from '#contract/values/time.ts';
import { call } from '#web/data/call.ts';
import { query, useData } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { kindWords, type TakedownMaterial } from './takedown-labels.ts';

const refresh = [listTakedowns, listRepeatInfringers, listTakedownCandidates];
const keyOf = ({ kind, id }: TakedownCandidate) => `${kind}:${id}`;

interface DialogProps {
  item: TakedownItem;
  onClose: () => void;
}

export function RejectNotice({ item, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Reject this notice?"
      action="Reject notice"
      reason={{ label: 'Reason', hint: 'The complainant gets this by email.' }}
      run={(reason) =>
        call(decideTakedown, { params: { id: item.id }, body: { action: 'reject', reason: reason ?? '' } })
      }
      refresh={refresh}
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
            <>
              {kindWords[candidate.kind]}: <TextLink to={candidate.path}>{candidate.label}</TextLink>
            </>
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
      refresh={refresh}
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
              <p>None of the addresses leads to a pool. Reject the notice and ask for the addresses.</p>
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

type Act = 'action_filed' | 'keep_down' | 'restore';

const settlements: Record<Act, { title: string; action: string; text: string; hint: string; done: string }> = {
  action_filed: {
    title: 'Record a court action?',
    action: 'Record court action',
    text: 'The material stays disabled permanently. A pool is removed, and money held for it or for the delivery is refunded.',
    hint: 'The court and the case number. The person who posted the material sees this.',
    done: 'Court action recorded',
  },
  keep_down: {
    title: 'Keep this disabled without waiting?',
    action: 'Keep disabled',
    text: 'The person can no longer send a counter-notice. A pool is removed, and money held for it or for the delivery is refunded.',
    hint: 'The person who posted the material sees this.',
    done: 'The material stays disabled',
  },
  restore: {
    title: 'Restore this now?',
    action: 'Restore',
    text: 'Everyone sees the material again, and its pool is unfrozen. Restore early if the complainant withdraws the notice.',
    hint: 'The person who posted the material sees this.',
    done: 'Restored',
  },
};

export function SettleMaterial({
  material,
  act,
  onClose,
}: {
  material: TakedownMaterial;
  act: Act;
  onClose: () => void;
}) {
  const { title, action, text, hint, done } = settlements[act];
  return (
    <ActionDialog
      title={title}
      action={action}
      variant={act === 'restore' ? 'paid' : 'danger'}
      reason={{ label: 'Reason', hint }}
      run={(reason) =>
        call(settleTakedown, { params: { id: material.id }, body: { action: act, reason: reason ?? '' } })
      }
      refresh={refresh}
      done={{ title: done, description: 'We’ll notify both sides.' }}
      onClose={onClose}
    >
      <p>{material.label}</p>
      <p>{text}</p>
    </ActionDialog>
  );
}
