import { useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { endOtherSessions, endSession } from '#contract/calls/accounts.ts';
import { msg, plural, t } from '#contract/language/text.ts';
import type { Session } from '#contract/settings.ts';
import { deviceText } from '#contract/values/device-text.ts';
import { call } from '#web/data/call.ts';
import { useData } from '#web/data/query.ts';
import { signOut } from '#web/data/sign-out.ts';
import { Button } from '#web/ui/button.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { Chip, RelativeTime } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';
import { hideSessions } from './pending-changes.ts';
import { mySessions } from './settings-data.ts';

/** Ends sessions with an optimistic update: the rows disappear immediately and return on failure. */
function useEnding() {
  const queries = useQueryClient();
  return async (gone: (session: Session) => boolean, end: () => Promise<{ ended: number }>) => {
    const undo = hideSessions(queries, gone);
    try {
      const { ended } = await end();
      toast({ title: t`${plural({ sessions: ended }, { one: 'Session ended', other: '# sessions ended' })}` });
    } catch (error) {
      undo();
      toastError(error, t`No sessions were ended`);
    }
  };
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const ready = useHydrated();
  const device = deviceText(session);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <MonitorSmartphone aria-hidden="true" className="text-muted" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {device}
          {session.current ? <Chip tone="paid">{t`This device`}</Chip> : null}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <RichText
            text={
              session.current
                ? msg`${{ ip: session.ip }} · signed in <when/>`
                : msg`${{ ip: session.ip }} · last used <when/>`
            }
            tags={{ when: () => <RelativeTime at={session.current ? session.createdAt : session.lastSeenAt} /> }}
          />
        </p>
      </div>
      <Button size="sm" disabled={!ready} className="disabled:opacity-100!" onClick={onEnd}>
        <RichText
          text={
            session.current
              ? msg`Sign out <spoken>here</spoken>`
              : msg`Sign out <spoken>${{ device }}, ${{ ip: session.ip }}</spoken>`
          }
          tags={{ spoken: (text) => <span className="sr-only">{text}</span> }}
        />
      </Button>
    </li>
  );
}

function Rows({ sessions }: { sessions: readonly Session[] }) {
  const end = useEnding();
  const [asking, setAsking] = useState(false);
  const others = sessions.filter(({ current }) => !current);
  const endOne = (id: string) =>
    end(
      (session) => session.id === id,
      () => call(endSession, { params: { id } }),
    );
  return (
    <>
      <ul className="card divide-y divide-line">
        {sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            onEnd={() => void (session.current ? signOut() : endOne(session.id))}
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button className="mt-4" onClick={() => setAsking(true)}>{t`Sign out everywhere else`}</Button>
      ) : null}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void end(
            ({ current }) => !current,
            () => call(endOtherSessions),
          );
        }}
        title={t`Sign out everywhere else?`}
        action={t`Sign out`}
      >
        <p>
          {t`${plural({ sessions: others.length }, { one: 'This ends one other session.', other: 'This ends # other sessions.' })} You stay signed in here.`}
        </p>
      </Confirm>
    </>
  );
}

/** The user's sessions. */
export function SessionList() {
  return (
    <Loaded
      of={useData(mySessions)}
      loading={<Skeleton className="h-17 w-full" />}
      failed={t`We couldn’t load your sessions`}
    >
      {(sessions) => <Rows sessions={sessions} />}
    </Loaded>
  );
}
