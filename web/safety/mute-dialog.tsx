import { useId, useState } from 'react';
import type { UserSummary } from '#contract/accounts.ts';
import type { RoomSettings } from '#contract/admin/chat-moderation.ts';
import { getRoomSettings, listRooms, muteInRoom, unmuteInRoom } from '#contract/calls/admin.ts';
import { listMentionable } from '#contract/calls/chat.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
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
const durations: readonly (readonly [minutes: number | null, label: Message])[] = [
  [10, msg`10 minutes`],
  [hour, msg`1 hour`],
  [day, msg`1 day`],
  [7 * day, msg`1 week`],
  [30 * day, msg`30 days`],
  [null, msg`Until an admin lifts it`],
];

interface MuteProps {
  roomId: string;
  /** The room’s own name. If absent, the dialog says “this chat”. */
  roomName?: string | undefined;
  /** If absent, the dialog asks for a username. */
  person?: UserSummary;
  onClose: () => void;
}

/** Finds a person by username, with or without the @. */
async function findPerson(roomId: string, name: string): Promise<UserSummary> {
  const q = name.trim().replace(/^@/, '');
  if (q === '') throw new Error(t`Username is required`);
  const found = await call(listMentionable, { query: { roomId, q } });
  const person = found.find(({ username }) => username.toLowerCase() === q.toLowerCase());
  if (!person) throw new Error(t`We found no one named @${{ name: q }}. Check the spelling.`);
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
        label={t`Username`}
        lead={<span aria-hidden="true">@</span>}
        dir="ltr"
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
      title={person ? t`Mute @${{ name: person.username }}?` : t`Mute someone?`}
      action={t`Mute`}
      reason={{ label: t`Reason`, hint: t`Shown to admins and recorded in the audit trail.` }}
      run={run}
      refresh={refresh}
      done={{
        title: t`Muted`,
        description: t`They can still read this chat. A note replaces their message box.`,
      }}
      onClose={onClose}
    >
      <p>
        {roomName === undefined
          ? t`They can’t write in this chat. They can still write everywhere else.`
          : t`They can’t write in ${{ chat: roomName }}. They can still write everywhere else.`}
      </p>
      {person ? null : <PersonField roomId={roomId} name={name} onName={setName} />}
      <SelectField label={t`Duration`} value={duration} onChange={(event) => setDuration(event.target.value)}>
        {durations.map(([minutes, label]) => (
          <option key={minutes} value={minutes ?? ''}>
            {textOf(label)}
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
      title={t`Let @${{ name: user.username }} write again?`}
      action={t`Unmute`}
      variant="primary"
      run={() => call(unmuteInRoom, { params: { roomId, userId: user.id } })}
      refresh={refresh}
      done={{ title: t`Mute lifted` }}
      onClose={onClose}
    >
      <p>{t`The mute ends now.`}</p>
    </ActionDialog>
  );
}
