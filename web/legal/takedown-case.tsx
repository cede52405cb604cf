import type { ReactNode } from 'react';
import { getTakedown } from '#contract/calls/legal.ts';
import type { MyTakedown } from '#contract/legal.ts';
import { paths } from '#contract/paths.ts';
import { fullDate } from '#contract/values/time.ts';
import { query, useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { Chip, type Tone } from '#web/ui/display.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';

const CounterNoticeForm = lazyComponent(async () => (await import('./counter-notice-form.tsx')).CounterNoticeForm, {
  waiting: <Skeleton className="h-140 w-full" />,
});

export const takedownOf = (id = '') => query(getTakedown, { params: { id } });

const states: Record<MyTakedown['status'], readonly [string, Tone]> = {
  disabled: ['Disabled', 'danger'],
  countered: ['Answered', 'accent'],
  restored: ['Restored', 'paid'],
  kept_down: ['Stays disabled', 'plain'],
};

function nextOf({ status, dueAt, reason }: MyTakedown): string {
  const day = dueAt ? fullDate(dueAt) : '';
  const because = reason ? ` Reason: ${reason}` : '';
  switch (status) {
    case 'disabled':
      return `If this is a mistake, send a counter-notice by ${day}. Otherwise the material stays disabled.`;
    case 'countered':
      return `We forwarded your counter-notice. The material returns on ${day}, unless the person who sent the notice goes to court first.`;
    case 'restored':
      return `The copyright notice no longer hides the material.${because}`;
    case 'kept_down':
      return `The case is closed.${because}`;
  }
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card grid gap-4 p-5 md:p-6" aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="grid gap-x-4 sm:grid-cols-[--spacing(28)_minmax(0,1fr)]">
          <dt className="font-semibold text-muted">{label}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Notice({ notice }: Pick<MyTakedown, 'notice'>) {
  return (
    <Part title="The notice">
      <Facts
        rows={[
          ['From', `${notice.name}${notice.ownerName ? `, for ${notice.ownerName}` : ''}`],
          ['Email', notice.email],
          ['Received', fullDate(notice.createdAt)],
          ['The work', notice.work],
          ['Where', notice.locations.join('\n')],
        ]}
      />
    </Part>
  );
}

function Answer({ counterNotice }: { counterNotice: NonNullable<MyTakedown['counterNotice']> }) {
  return (
    <Part title="Your counter-notice">
      <Facts
        rows={[
          ['Sent', fullDate(counterNotice.createdAt)],
          ['Name', counterNotice.name],
          ['Address', counterNotice.address],
          ['Phone', counterNotice.phone],
          ['Email', counterNotice.email],
          ...(counterNotice.explanation ? [['Explanation', counterNotice.explanation] as const] : []),
          ['Signature', counterNotice.signature],
        ]}
      />
    </Part>
  );
}

function Case({ item }: { item: MyTakedown }) {
  const user = useUser();
  const [word, tone] = states[item.status];
  return (
    <div className="grid max-w-3xl gap-5">
      <Part title="Your material">
        <p className="flex flex-wrap items-center gap-3">
          <Chip tone={tone}>{word}</Chip>
          <span className="wrap-anywhere">{item.label}</span>
        </p>
        <p className="text-muted">{nextOf(item)}</p>
      </Part>
      <Notice notice={item.notice} />
      {item.counterNotice ? <Answer counterNotice={item.counterNotice} /> : null}
      {item.status === 'disabled' ? (
        <Part title="Send a counter-notice">
          <p className="text-muted">
            A counter-notice is a legal statement. If you know that it is false, you are liable for the damage it
            causes. If you are unsure, ask a lawyer first. See <TextLink to={paths.copyright}>Copyright</TextLink>.
          </p>
          <CounterNoticeForm takedownId={item.id} email={user?.email ?? ''} />
        </Part>
      ) : null}
    </div>
  );
}

/** The case about a person's disabled material, with the counter-notice form while it can be sent. */
export function TakedownCase({ id }: { id: string | undefined }) {
  const takedown = useData(takedownOf(id));
  return (
    <>
      <PageHeader
        back={paths.notifications}
        title="Copyright notice"
        lead={takedown.data ? `Reference ${takedown.data.reference}` : undefined}
      />
      <Loaded
        of={takedown}
        loading={<Skeleton className="h-96 max-w-3xl rounded-xl!" />}
        failed="We couldn’t load this case"
      >
        {(item) => <Case item={item} />}
      </Loaded>
    </>
  );
}
