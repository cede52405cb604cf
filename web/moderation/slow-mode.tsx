import { useState } from 'react';
import { getRoomSettings, listRooms, setSlowMode } from '#contract/calls/admin.ts';
import { call } from '#web/data/call.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { SelectField } from '#web/ui/forms/field.tsx';

const steps = [0, 5, 10, 30, 60, 5 * 60, 15 * 60, 60 * 60, 6 * 60 * 60];

function spanOf(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

/** "Off", or how often a person may write. */
export const slowModeText = (seconds: number) => (seconds === 0 ? 'Off' : `One message every ${spanOf(seconds)}`);

interface SlowModeProps {
  roomId: string;
  /** Follows "in" in a sentence. */
  roomName: string;
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
      title="Slow mode"
      action="Save"
      variant="primary"
      reason={{ label: 'Reason', hint: 'Recorded in the audit trail.' }}
      run={(reason = '') =>
        call(setSlowMode, { params: { roomId }, body: { slowModeSeconds: chosen, reason, version: seen } })
      }
      refresh={[listRooms, getRoomSettings]}
      done={{ title: chosen === 0 ? 'Slow mode is off' : 'Slow mode is on', description: slowModeText(chosen) }}
      onClose={onClose}
    >
      <p>How often each person may write in {roomName}. Slow mode doesn’t apply to admins.</p>
      <SelectField label="Limit" value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
        {choices.map((step) => (
          <option key={step} value={step}>
            {slowModeText(step)}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  );
}
