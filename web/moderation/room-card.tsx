import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { RoomItem, RoomSettings } from '#contract/admin/chat-moderation.ts';
import { msg, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { MuteDialog, UnmuteDialog } from '#web/safety/mute-dialog.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RelativeTime } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { RichText } from '#web/ui/rich-text.tsx';
import { RemainingTime } from '#web/ui/time-left.tsx';
import { settingsOf } from './chat-queries.ts';
import { Person } from './person.tsx';
import { SlowModeDialog, slowModeText } from './slow-mode.tsx';

type Mute = RoomSettings['mutes'][number];
type Act = { act: 'slow' } | { act: 'mute' } | { act: 'unmute'; mute: Mute };

function MuteRow({ mute, onLift }: { mute: Mute; onLift: () => void }) {
  const { user, reason, until, createdAt } = mute;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2.5 md:grid-cols-[minmax(0,--spacing(60))_minmax(0,1fr)_auto]">
      <Person user={user} />
      <p className="min-w-0 wrap-anywhere max-md:order-last max-md:col-span-full">
        <span className="block" dir="auto">
          {reason}
        </span>
        <span className="block text-sm text-muted">
          {until ? (
            <RichText
              text={msg`<time/>, muted <when/>`}
              tags={{ time: () => <RemainingTime until={until} />, when: () => <RelativeTime at={createdAt} /> }}
            />
          ) : (
            <RichText text={msg`No end date, muted <when/>`} tags={{ when: () => <RelativeTime at={createdAt} /> }} />
          )}
        </span>
      </p>
      <Button aria-label={t`Unmute @${{ username: user.username }}`} onClick={onLift}>{t`Unmute…`}</Button>
    </li>
  );
}

function Rule({ title, state, button }: { title: Text; state: Text | undefined; button: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
      <p>
        <b className="block">{title}</b>
        {state ? <span className="text-muted">{state}</span> : null}
      </p>
      {button}
    </div>
  );
}

function Settings({ settings, onAct }: { settings: RoomSettings; onAct: (act: Act) => void }) {
  const { mutes, slowModeSeconds } = settings;
  return (
    <>
      <Rule
        title={t`Slow mode`}
        state={slowModeText(slowModeSeconds)}
        button={<Button onClick={() => onAct({ act: 'slow' })}>{t`Change…`}</Button>}
      />
      <hr className="border-line" />
      <Rule
        title={t`Muted here`}
        state={mutes.length === 0 ? t`No one` : undefined}
        button={<Button onClick={() => onAct({ act: 'mute' })}>{t`Mute someone…`}</Button>}
      />
      {mutes.length > 0 ? (
        <ul className="grid gap-3">
          {mutes.map((mute) => (
            <MuteRow key={mute.user.id} mute={mute} onLift={() => onAct({ act: 'unmute', mute })} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Dialogs({
  asked,
  settings,
  name,
  onClose,
}: {
  asked: Act;
  settings: RoomSettings;
  /** Absent for a room that the list lacks. */
  name: string | undefined;
  onClose: () => void;
}) {
  const room = { roomId: settings.roomId, onClose };
  if (asked.act === 'slow')
    return <SlowModeDialog {...room} roomName={name} seconds={settings.slowModeSeconds} version={settings.version} />;
  if (asked.act === 'mute') return <MuteDialog {...room} {...(name === undefined ? {} : { roomName: name })} />;
  return <UnmuteDialog roomId={settings.roomId} mute={asked.mute} onClose={onClose} />;
}

/** One room: its slow mode and mutes, with their actions. */
export function RoomCard({ roomId, room }: { roomId: string; room: RoomItem | undefined }) {
  const { data, error, refetch, isFetching } = useData(settingsOf(roomId));
  const [asked, setAsked] = useState<Act>();
  const name = room?.name ?? (data?.kind === 'pool' ? t`A pool’s chat` : roomId);
  return (
    <section className="card mb-6 grid gap-4 p-5 sm:p-6" aria-label={t`Room: ${{ name }}`}>
      <header className="flex justify-between gap-4">
        <h2 className="min-w-0 text-xl wrap-anywhere">
          {room?.path ? <TextLink to={`${room.path}#chat`}>{name}</TextLink> : name}
        </h2>
        <IconButton
          label={t`Close the room`}
          className="-my-2 -me-2"
          onClick={() => navigate(paths.adminChat, { keepScroll: true })}
        >
          <X aria-hidden="true" />
        </IconButton>
      </header>
      {data ? (
        <Settings settings={data} onAct={setAsked} />
      ) : error ? (
        <ErrorState
          title={t`We couldn’t load this room`}
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : (
        <>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </>
      )}
      {asked && data ? (
        <Dialogs asked={asked} settings={data} name={room?.name || undefined} onClose={() => setAsked(undefined)} />
      ) : null}
    </section>
  );
}
