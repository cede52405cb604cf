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
import { formatItems } from '#contract/language/lists.ts';
import { type Message, msg, plural, t, textOf } from '#contract/language/text.ts';
import type { TakedownCandidate, TakedownItem } from '#contract/legal.ts';
import { call } from '#web/data/call.ts';
import { query, useData } from '#web/data/query.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Checkbox } from '#web/ui/forms/field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { kindWords, type TakedownMaterial } from './takedown-labels.ts';

/** Endpoints whose data a decision changes. */
export const takedownReads = [listTakedowns, getAdminTakedown, listRepeatInfringers, listTakedownCandidates];
const keyOf = ({ kind, id }: TakedownCandidate) => `${kind}:${id}`;

interface DialogProps {
  item: TakedownItem;
  onClose: () => void;
}

export const rejectReason = { label: msg`Reason`, hint: msg`The complainant gets this by email.` };

export const rejectNotice = ({ id }: TakedownItem, reason = '') =>
  call(decideTakedown, { params: { id }, body: { action: 'reject', reason } });

export function RejectNotice({ item, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={t`Reject this notice?`}
      action={t`Reject notice`}
      reason={{ label: textOf(rejectReason.label), hint: textOf(rejectReason.hint) }}
      run={(reason) => rejectNotice(item, reason)}
      refresh={takedownReads}
      done={{ title: t`Notice rejected`, description: t`The complainant gets your reason.` }}
      onClose={onClose}
    >
      <p>{t`Nothing is disabled. Say what is missing, so that ${{ name: item.name }} can send a complete notice.`}</p>
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
      <legend className="field-label mb-1.5">{t`What to disable`}</legend>
      {candidates.map((candidate) => (
        <Checkbox
          key={keyOf(candidate)}
          label={
            <span>
              <RichText
                text={msg`${{ kind: textOf(kindWords[candidate.kind]) }}: <material>${{ name: candidate.label }}</material>`}
                tags={{ material: (text) => <TextLink to={candidate.path}>{text}</TextLink> }}
              />
            </span>
          }
          note={candidate.disabled ? t`Already disabled` : t`Posted by @${{ username: candidate.user.username }}`}
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
      title={t`Disable material?`}
      action={
        materials.length > 1 ? t`${plural({ items: materials.length }, { other: 'Disable # items' })}` : t`Disable`
      }
      run={async () => {
        if (materials.length === 0)
          throw appError('validation_failed', { message: () => t`Choose the material to disable.` });
        await call(decideTakedown, { params: { id: item.id }, body: { action: 'disable', materials } });
      }}
      refresh={takedownReads}
      done={{ title: t`Disabled`, description: t`We’ll notify the people who posted it and the complainant.` }}
      onClose={onClose}
    >
      <p>{t`Only admins will see this material. Pools with money at stake are frozen until the case is closed. The person who posted it can answer.`}</p>
      <Loaded of={found} loading={<Skeleton className="h-40" />} failed={t`We couldn’t look up the addresses`}>
        {({ candidates, unknown }) => (
          <>
            {candidates.length > 0 ? (
              <Choice candidates={candidates} chosen={chosen} onChange={setChosen} />
            ) : (
              <p>{t`These addresses lead to nothing that can be disabled. Reject the notice and ask for the right ones.`}</p>
            )}
            {unknown.length > 0 ? (
              <p className="text-sm wrap-anywhere">
                {t`${plural({ addresses: unknown.length }, { one: '# address', other: '# addresses' })} not found: ${{ unknownAddresses: formatItems(unknown) }}`}
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
  title: Message;
  button: Message;
  text: Message;
  hint: Message;
  done: Message;
}

const settlements: Record<Settlement, SettlementWords> = {
  action_filed: {
    action: 'action_filed',
    title: msg`Record a court action?`,
    button: msg`Record court action`,
    text: msg`The material stays disabled permanently. A pool is removed, and money held for it or for the delivery is refunded.`,
    hint: msg`The court and the case number. The person who posted the material sees this.`,
    done: msg`Court action recorded`,
  },
  keep_down: {
    action: 'keep_down',
    title: msg`Keep this disabled without waiting?`,
    button: msg`Keep disabled`,
    text: msg`The person can no longer send a counter-notice. A pool is removed, and money held for it or for the delivery is refunded.`,
    hint: msg`The person who posted the material sees this.`,
    done: msg`The material stays disabled`,
  },
  restore: {
    action: 'restore',
    title: msg`Restore this now?`,
    button: msg`Restore`,
    text: msg`Everyone sees the material again, and its pool is unfrozen. Restore early if the complainant withdraws the notice.`,
    hint: msg`Both sides get this by email.`,
    done: msg`Restored`,
  },
  restore_later: {
    action: 'restore',
    title: msg`Restore this after all?`,
    button: msg`Restore`,
    text: msg`The material is visible again. A removed pool and a comment with an upheld report stay removed, and refunds are not undone. The notice no longer counts against the person.`,
    hint: msg`Both sides get this by email.`,
    done: msg`Restored`,
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
      title={textOf(title)}
      action={textOf(button)}
      variant={action === 'restore' ? 'paid' : 'danger'}
      reason={{ label: t`Reason`, hint: textOf(hint) }}
      run={(reason) => call(settleTakedown, { params: { id: material.id }, body: { action, reason: reason ?? '' } })}
      refresh={takedownReads}
      done={{ title: textOf(done), description: t`We’ll notify both sides.` }}
      onClose={onClose}
    >
      <p>{material.label}</p>
      <p>{textOf(text)}</p>
    </ActionDialog>
  );
}
