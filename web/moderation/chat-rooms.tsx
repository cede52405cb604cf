import { Flag } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RoomItem } from '#contract/admin/chat-moderation.ts';
import { type Message, msg, plural, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { CoverLink } from '#web/admin-table/cover-link.tsx';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { reportedMessages, roomsFound } from './chat-queries.ts';
import { RoomCard } from './room-card.tsx';
import { WordFilter } from './word-filter.tsx';

/** The room and the search text in the address. */
export const chatFilterIn = (params: URLSearchParams) => ({
  roomId: (params.get('room') ?? '').slice(0, 100),
  search: (params.get('search') ?? '').slice(0, 200),
});

function hrefOf({ roomId, search }: { roomId: string; search: string }): string {
  const params = new URLSearchParams();
  if (roomId) params.set('room', roomId);
  if (search) params.set('search', search);
  const text = params.toString();
  return text ? `${paths.adminChat}?${text}` : paths.adminChat;
}

const kinds: Record<RoomItem['kind'], Message> = {
  global: msg`For everyone`,
  category: msg`Category`,
  pool: msg`Tip pool`,
};

/** A room with its name and active rules. */
function RoomRow({ room, href, chosen }: { room: RoomItem; href: string; chosen: boolean }) {
  const { name, kind, slowModeSeconds, mutedCount, writtenAt } = room;
  return (
    <li
      className="relative flex min-h-15 items-center justify-between gap-4 px-5 py-2 hover:bg-hover data-chosen:bg-sunken"
      data-chosen={chosen || undefined}
    >
      <div className="min-w-0">
        <CoverLink to={href} className="font-semibold wrap-anywhere" aria-current={chosen || undefined}>
          {name}
        </CoverLink>
        <span className="block text-sm text-muted">
          {writtenAt ? (
            <RichText
              text={msg`${{ kind: textOf(kinds[kind]) }}, last message <when/>`}
              tags={{ when: () => <RelativeTime at={writtenAt} /> }}
            />
          ) : (
            textOf(kinds[kind])
          )}
        </span>
      </div>
      {/* A plain chip has the color of a chosen row. */}
      <div className={`flex flex-wrap justify-end gap-1.5 ${chosen ? '[--sunken:var(--surface)]' : ''}`}>
        {slowModeSeconds > 0 ? <Chip tone="accent">{t`Slow mode`}</Chip> : null}
        {mutedCount > 0 ? <Chip>{t`${plural({ people: mutedCount }, { other: '# muted' })}`}</Chip> : null}
      </div>
    </li>
  );
}

/** A debounced search field. */
function RoomSearch({ roomId, search }: { roomId: string; search: string }) {
  const { key } = useLocation();
  const [text, setText] = useState(search);
  const rested = useDebounced(text.trim(), 300);
  // Follows the browser's back and forward buttons.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation resets the field to the address
  useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing may navigate
  useEffect(() => {
    if (rested !== search) navigate(hrefOf({ roomId, search: rested }), { replace: true, keepScroll: true });
  }, [rested]);
  return (
    <search className="mb-5 block">
      <SearchField label={t`Search rooms and pools`} maxLength={200} value={text} onText={setText} />
    </search>
  );
}

function ReportedMessagesLink() {
  const { data } = useData(reportedMessages);
  const waiting = data?.pagination.totalCount ?? 0;
  return (
    <LinkButton to={`${paths.adminReports}?kind=message`} icon={<Flag aria-hidden="true" />}>
      {waiting > 0
        ? t`${plural({ reports: waiting }, { one: '# message report', other: '# message reports' })} to review`
        : t`Reported messages`}
    </LinkButton>
  );
}

function RoomsSkeleton() {
  return (
    <div className="card grid gap-4 p-5">
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: copies of one shape
        <Skeleton key={index} className="h-11 w-full" />
      ))}
    </div>
  );
}

/** The chat rules: slow mode and mutes per room, and one word filter for all rooms. */
export function ChatRooms() {
  const asked = chatFilterIn(useSearch());
  const list = useData(roomsFound(asked.search), { keepPrevious: true });
  const rooms = list.data?.rooms;
  return (
    <>
      <PageHeader
        title={t`Chat`}
        lead={t`Slow mode, mutes and a word filter. Direct conversations stay private.`}
        actions={<ReportedMessagesLink />}
      />
      {asked.roomId ? (
        <RoomCard
          key={asked.roomId}
          roomId={asked.roomId}
          room={rooms?.find(({ roomId }) => roomId === asked.roomId)}
        />
      ) : null}
      <RoomSearch {...asked} />
      <Loaded
        of={list}
        loading={<RoomsSkeleton />}
        failed={t`We couldn’t load the rooms`}
        empty={(data) =>
          data.rooms.length === 0 && (
            <div className="card">
              <EmptyState
                title={t`No matches`}
                actions={<LinkButton to={paths.adminChat}>{t`Show all rooms`}</LinkButton>}
              >{t`No room or pool chat has this name. Try another search.`}</EmptyState>
            </div>
          )
        }
      >
        {(data) => (
          <ul
            className="card divide-y divide-line overflow-hidden"
            aria-label={t`Rooms`}
            aria-busy={list.isPlaceholderData}
          >
            {data.rooms.map((room) => (
              <RoomRow
                key={room.roomId}
                room={room}
                href={hrefOf({ roomId: room.roomId, search: asked.search })}
                chosen={room.roomId === asked.roomId}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <h2 className="mt-10 mb-4">{t`Word filter`}</h2>
      <WordFilter />
    </>
  );
}
