import { useState } from 'react';
import { getRoomSettings, listRooms, setSlowMode } from '#contract/calls/admin.ts';
import { plural, type Text, t } from '#contract/language/text.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';

const steps = [0, 5, 10, 30, 60, 5 * 60, 15 * 60, 60 * 60, 6 * 60 * 60];

/** "Off", or how often a person may write. */
export function slowModeText(seconds: number): Text {
  if (seconds === 0) return t({ message: 'Off', context: 'the slow mode of a chat room' });
  if (seconds % 3600 === 0)
    return t`${plural({ hours: seconds / 3600 }, { one: 'One message every hour', other: 'One message every # hours' })}`;
  if (seconds % 60 === 0)
    return t`${plural({ minutes: seconds / 60 }, { one: 'One message every minute', other: 'One message every # minutes' })}`;
  return t`${plural({ seconds }, { one: 'One message every second', other: 'One message every # seconds' })}`;
}

interface SlowModeProps {
  roomId: string;
  /** If absent, the sentence says "this chat". */
  roomName: string | undefined;
  seconds: number;
  /** The version of the room's settings. */
  version: number;
  onClose: () => void;
}

/** Sets how long each person waits between two messages. */
export function SlowModeDialog({ roomId, roomName, seconds, version, onClose }: SlowModeProps) {
  const [chosen, setChosen] = useState(seconds);
  // The version of the value that the admin sees, which a later read of the room must not replace.
  const [seen] = useState(version);
  const choices = steps.includes(seconds) ? steps : [...steps, seconds].sort((a, b) => a - b);
  return (
    <ActionDialog
      title={t`Slow mode`}
      action={t`Save`}
      variant="primary"
      reason={{ label: t`Reason`, hint: t`Recorded in the audit trail.` }}
      run={(reason = '') =>
        call(setSlowMode, { params: { roomId }, body: { slowModeSeconds: chosen, reason, version: seen } })
      }
      refresh={[listRooms, getRoomSettings]}
      done={{ title: chosen === 0 ? t`Slow mode is off` : t`Slow mode is on`, description: slowModeText(chosen) }}
      onClose={onClose}
    >
      <p>
        {roomName === undefined
          ? t`How often each person may write in this chat. Slow mode doesn’t apply to admins.`
          : t`How often each person may write in ${{ roomName }}. Slow mode doesn’t apply to admins.`}
      </p>
      <SelectField label={t`Limit`} value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
        {choices.map((step) => (
          <option key={step} value={step}>
            {slowModeText(step)}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  );
}
