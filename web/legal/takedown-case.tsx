import type { ReactNode } from 'react';
import { getTakedown } from '#contract/calls/legal.ts';
import { type Message, msg, type Text, t, textOf } from '#contract/language/text.ts';
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
import { RichText } from '#web/ui/rich-text.tsx';

const CounterNoticeForm = lazyComponent(async () => (await import('./counter-notice-form.tsx')).CounterNoticeForm, {
  waiting: <Skeleton className="h-140 w-full" />,
});

export const takedownOf = (id = '') => query(getTakedown, { params: { id } });

const states: Record<MyTakedown['status'], readonly [Message, Tone]> = {
  disabled: [msg({ message: 'Disabled', context: 'the state of material after a copyright notice' }), 'danger'],
  countered: [msg({ message: 'Answered', context: 'the state of material after a copyright notice' }), 'accent'],
  restored: [msg({ message: 'Restored', context: 'the state of material after a copyright notice' }), 'paid'],
  kept_down: [msg`Stays disabled`, 'plain'],
};

function nextOf({ status, dueAt, reason }: MyTakedown): Text {
  const date = dueAt ? fullDate(dueAt) : '';
  switch (status) {
    case 'disabled':
      return t`If this is a mistake, send a counter-notice by ${{ date }}. Otherwise the material stays disabled.`;
    case 'countered':
      return t`We forwarded your counter-notice. The material returns on ${{ date }}, unless the person who sent the notice goes to court first.`;
    case 'restored':
      return reason
        ? t`The copyright notice no longer hides the material. Reason: ${{ reason }}`
        : t`The copyright notice no longer hides the material.`;
    case 'kept_down':
      return reason ? t`The case is closed. Reason: ${{ reason }}` : t`The case is closed.`;
  }
}

function Part({ title, children }: { title: Text; children: ReactNode }) {
  return (
    <section className="card grid gap-4 p-5 md:p-6" aria-label={title}>
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

function Facts({ rows }: { rows: readonly (readonly [label: Text, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="grid gap-x-4 sm:grid-cols-[--spacing(28)_minmax(0,1fr)]">
          <dt className="font-semibold text-muted">{label}</dt>
          <dd className="user-text whitespace-pre-line wrap-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Notice({ notice }: Pick<MyTakedown, 'notice'>) {
  return (
    <Part title={t`The notice`}>
      <Facts
        rows={[
          [
            t({ message: 'From', context: 'before the sender of a notice' }),
            notice.ownerName ? t`${{ name: notice.name }}, for ${{ owner: notice.ownerName }}` : notice.name,
          ],
          [t`Email`, notice.email],
          [t({ message: 'Received', context: 'before the date of a notice' }), fullDate(notice.createdAt)],
          [t`The work`, notice.work],
          [t({ message: 'Where', context: 'before the addresses of the pages' }), notice.locations.join('\n')],
        ]}
      />
    </Part>
  );
}

function Answer({ counterNotice }: { counterNotice: NonNullable<MyTakedown['counterNotice']> }) {
  return (
    <Part title={t`Your counter-notice`}>
      <Facts
        rows={[
          [t({ message: 'Sent', context: 'before the date of a counter-notice' }), fullDate(counterNotice.createdAt)],
          [t`Name`, counterNotice.name],
          [t`Address`, counterNotice.address],
          [t`Phone`, counterNotice.phone],
          [t`Email`, counterNotice.email],
          ...(counterNotice.explanation ? [[t`Explanation`, counterNotice.explanation] as const] : []),
          [t`Signature`, counterNotice.signature],
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
      <Part title={t`Your material`}>
        <p className="flex flex-wrap items-center gap-3">
          <Chip tone={tone}>{textOf(word)}</Chip>
          <span className="wrap-anywhere">{item.label}</span>
        </p>
        <p className="text-muted">{nextOf(item)}</p>
      </Part>
      <Notice notice={item.notice} />
      {item.counterNotice ? <Answer counterNotice={item.counterNotice} /> : null}
      {item.status === 'disabled' ? (
        <Part title={t`Send a counter-notice`}>
          <p className="text-muted">
            <RichText
              text={msg`A counter-notice is a legal statement. If you know that it is false, you are liable for the damage it causes. If you are unsure, ask a lawyer first. See <link>Copyright</link>.`}
              tags={{ link: (text) => <TextLink to={paths.copyright}>{text}</TextLink> }}
            />
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
        title={t`Copyright notice`}
        lead={takedown.data ? t`Reference ${{ reference: takedown.data.reference }}` : undefined}
      />
      <Loaded
        of={takedown}
        loading={<Skeleton className="h-96 max-w-3xl rounded-xl!" />}
        failed={t`We couldn’t load this case`}
      >
        {(item) => <Case item={item} />}
      </Loaded>
    </>
  );
}
