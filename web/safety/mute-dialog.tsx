import { useId, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import { listMentionable } from '#contract/chat.ts';
import { getRoomSettings, listRooms, muteInRoom, type RoomSettings, unmuteInRoom } from '#contract/chat-moderation.ts';
import { call } from '#web/data/call.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { ActionDialog } from './action-dialog.tsx';

/** People in a room whose name starts with the text; recent writers come first. */
const peopleInRoom = (roomId: string, q: string) => optional(query(listMentionable, { query: { roomId, q } }));

const refresh = [listRooms, getRoomSettings];

const hour = 60;
const day = 24 * hour;
const lengths: readonly (readonly [minutes: number | null, words: string])[] = [
  [10, '10 minutes'],
  [hour, 'An hour'],
  [day, 'A day'],
  [7 * day, 'A week'],
  [30 * day, '30 days'],
  [null, 'Until it is lifted'],
];

interface MuteProps {
  roomId: string;
  /** As in "in …": what the room is called. */
  roomName: string;
  /** Asked for where nobody is given. */
  person?: UserSummary;
  onClose: () => void;
}

/** Whom a username, with or without its @, is of. */
async function findPerson(roomId: string, name: string): Promise<UserSummary> {
  const q = name.trim().replace(/^@/, '');
  if (q === '') throw new Error('Username is required');
  const found = await call(listMentionable, { query: { roomId, q } });
  const person = found.find(({ username }) => username.toLowerCase() === q.toLowerCase());
  if (!person) throw new Error(`There is nobody called @${q}.`);
  return person;
}

function WhoField({ roomId, name, onName }: { roomId: string; name: string; onName: (name: string) => void }) {
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

/** Keeps somebody from writing in a room. */
export function MuteDialog({ roomId, roomName, person, onClose }: MuteProps) {
  const [name, setName] = useState('');
  const [length, setLength] = useState('60');
  const run = async (reason = '') => {
    const { id } = person ?? (await findPerson(roomId, name));
    const minutes = length === '' ? null : Number(length);
    return call(muteInRoom, { params: { roomId }, body: { userId: id, minutes, reason } });
  };
  return (
    <ActionDialog
      title={person ? `Mute @${person.username}?` : 'Mute somebody?'}
      action="Mute"
      reason={{ label: 'Reason', hint: 'For other admins, and the audit trail.' }}
      run={run}
      refresh={refresh}
      done={{ title: 'Muted', description: 'They can read on, and are told so where they would write.' }}
      onClose={onClose}
    >
      <p>They cannot write in {roomName}; everywhere else they can.</p>
      {person ? null : <WhoField roomId={roomId} name={name} onName={setName} />}
      <SelectField label="For" value={length} onChange={(event) => setLength(event.target.value)}>
        {lengths.map(([minutes, words]) => (
          <option key={words} value={minutes ?? ''}>
            {words}
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
      action="Lift the mute"
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
