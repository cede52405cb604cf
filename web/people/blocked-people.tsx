import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { listBlocks, unblockUser } from '#contract/calls/people.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { msg, t } from '#contract/language/text.ts';
import { userPath } from '#contract/paths.ts';
import { callsAboutBlocks, reportBlockChange } from '#web/data/block-changes.ts';
import { call } from '#web/data/call.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { toast, toastError } from '#web/ui/toast.tsx';

export const myBlocks = optional(query(listBlocks));

type Blocked = OutputOf<typeof listBlocks>[number];

function BlockedRow({ person }: { person: Blocked }) {
  const ready = useHydrated();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const unblock = async () => {
    setBusy(true);
    try {
      await call(unblockUser, { params: { id: person.id } });
      reportBlockChange();
      queries.setQueryData<Blocked[]>(myBlocks.queryKey, (now) => now?.filter(({ id }) => id !== person.id));
      for (const { path } of callsAboutBlocks)
        if (path !== listBlocks.path) void queries.invalidateQueries({ queryKey: [path] });
      toast({ title: t`@${{ username: person.username }} is no longer blocked` });
    } catch (error) {
      toastError(error);
      setBusy(false);
    }
  };
  const name = person.displayName || person.username;
  return (
    <li className="flex items-center gap-3 px-5 py-2.5">
      <Avatar name={name} src={person.avatarUrl} />
      <p className="min-w-0 flex-1 truncate">
        <TextLink to={userPath(person.username)} className="tap">
          {name}
        </TextLink>
      </p>
      <Button size="sm" busy={busy} disabled={!ready} className="disabled:opacity-100!" onClick={() => void unblock()}>
        <RichText
          text={msg`Unblock <spoken>${{ name }}</spoken>`}
          tags={{ spoken: (text) => <span className="sr-only">{text}</span> }}
        />
      </Button>
    </li>
  );
}

/** The people the user blocked. Blocked people are not notified. */
export function BlockedPeople() {
  return (
    <Loaded
      of={useData(myBlocks)}
      loading={<Skeleton className="h-14 w-full" />}
      failed={t`We couldn’t load your blocked people`}
      empty={(people) =>
        people.length === 0 && (
          <p className="card px-5 py-4 text-muted">{t`You haven’t blocked anyone. To block someone, open the menu on their profile.`}</p>
        )
      }
    >
      {(people) => (
        <ul className="card divide-y divide-line">
          {people.map((person) => (
            <BlockedRow key={person.id} person={person} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
