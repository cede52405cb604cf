import { useId, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import type { RoomSettings } from '#contract/admin/chat-moderation.ts';
import { getRoomSettings, listRooms, muteInRoom, unmuteInRoom } from '#contract/calls/admin.ts';
import { listMentionable } from '#contract/calls/chat.ts';
import { call } from '#web/data/call.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { SelectField, TextField } from '#web/ui/forms/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { ActionDialog } from './action-dialog.tsx';

/** People in a room whose name starts with the text; recent writers come first. */
const peopleInRoom = (roomId: string, q: string) => optional(query(listMentionable, { query: { roomId, q } }));

const refresh = [listRooms, getRoomSettings];

const hour = 60;
const day = 24 * hour;
const durations: readonly (readonly [minutes: number | null, label: string])[] = [
  [10, '10 minutes'],
  [hour, '1 hour'],
  [day, '1 day'],
  [7 * day, '1 week'],
  [30 * day, '30 days'],
  [null, 'Until an admin lifts it'],
];

interface MuteProps {
  roomId: string;
  /** Completes "They can't write in …". */
  roomName: string;
  /** If absent, the dialog asks for a username. */
  person?: UserSummary;
  onClose: () => void;
}

/** Finds a person by username, with or without the @. */
async function findPerson(roomId: string, name: string): Promise<UserSummary> {
  const q = name.trim().replace(/^@/, '');
  if (q === '') throw new Error('Username is required');
  const found = await call(listMentionable, { query: { roomId, q } });
  const person = found.find(({ username }) => username.toLowerCase() === q.toLowerCase());
  if (!person) throw new Error(`We found no one named @${q}. Check the spelling.`);
  return person;
}

function PersonField({ roomId, name, onName }: { roomId: string; name: string; onName: (name: string) => void }) {
  const list = useId();
  const { data = [] } = useData(peopleInRoom(roomId, useDebounced(name.trim().replace(/^@/, ''), 250)), {
    keepPrevious: true,
  });
  return (
    <>
      <TextField
        label="Username"
        lead={<span aria-hidden="true">@</span>}
        list={list}
        value={name}
        maxLength={50}
        autoComplete="off"
        onChange={(event) => onName(event.target.value)}
      />
      <datalist id={list}>
        {data.map(({ id, username, displayName }) => (
          <option key={id} value={username}>
            {displayName ?? ''}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Stops a person from writing in a room, for a while or until an admin lifts the mute. */
export function MuteDialog({ roomId, roomName, person, onClose }: MuteProps) {
  const [name, setName] = useState('');
  const [duration, setDuration] = useState('60');
  const run = async (reason = '') => {
    const { id } = person ?? (await findPerson(roomId, name));
    const minutes = duration === '' ? null : Number(duration);
    return call(muteInRoom, { params: { roomId }, body: { userId: id, minutes, reason } });
  };
  return (
    <ActionDialog
      title={person ? `Mute @${person.username}?` : 'Mute someone?'}
      action="Mute"
      reason={{ label: 'Reason', hint: 'Shown to admins and recorded in the audit trail.' }}
      run={run}
      refresh={refresh}
      done={{
        title: 'Muted',
        description: 'They can still read this chat. A note replaces their message box.',
      }}
      onClose={onClose}
    >
      <p>They can’t write in {roomName}. They can still write everywhere else.</p>
      {person ? null : <PersonField roomId={roomId} name={name} onName={setName} />}
      <SelectField label="Duration" value={duration} onChange={(event) => setDuration(event.target.value)}>
        {durations.map(([minutes, label]) => (
          <option key={label} value={minutes ?? ''}>
            {label}
          </option>
        ))}
      </SelectField>
    </ActionDialog>
  );
}

interface UnmuteProps {
  roomId: string;
  mute: RoomSettings['mutes'][number];
  onClose: () => void;
}

export function UnmuteDialog({ roomId, mute: { user }, onClose }: UnmuteProps) {
  return (
    <ActionDialog
      title={`Let @${user.username} write again?`}
      action="Unmute"
      variant="primary"
      run={() => call(unmuteInRoom, { params: { roomId, userId: user.id } })}
      refresh={refresh}
      done={{ title: 'Mute lifted' }}
      onClose={onClose}
    >
      <p>The mute ends now.</p>
    </ActionDialog>
  );
}
