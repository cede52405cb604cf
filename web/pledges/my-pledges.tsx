import { Compass } from 'lucide-react';
import { useState } from 'react';
import { type Message, msg, plural, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { paths, paymentPath, receiptPath } from '#contract/paths.ts';
import { livePledgeStatuses } from '#contract/pledges/pledge-status.ts';
import type { ListedPledge } from '#contract/pledges/pledges.ts';
import { fullDate } from '#contract/values/time.ts';
import { useData } from '#web/data/query.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { Chip } from '#web/ui/display.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { EmptyState, Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { myPledges } from './my-pledges-query.ts';
import { cardText } from './pledge-facts.ts';
import { PledgeAmount, PledgeCreator, PledgeMeter, PledgePicture, PledgeRow, PledgeTitle } from './pledge-pool.tsx';
import { describePledge, partRefunded, whereMoneyIs } from './pledge-texts.ts';

/** The sentence at the head of a group is not repeated on its pledges. */
const groupSentences = {
  live: msg`Your card is charged only if the goal is met and the creator accepts.`,
  paid: msg`Held for this pool until it is delivered.`,
};

/** The detail that sets this pledge apart from the others of its group; empty for the usual case. */
function noteOf(pledge: ListedPledge): Text | '' {
  const { meaning } = describePledge(pledge);
  if (pledge.status === 'paid') {
    const where = whereMoneyIs(pledge);
    return sentences(partRefunded(pledge), where === textOf(groupSentences.paid) ? '' : where);
  }
  return meaning === textOf(groupSentences.live) ? '' : meaning;
}

function Facts({ pledge }: { pledge: ListedPledge }) {
  return (
    <p className="mt-1.5 max-w-text text-sm text-faint">
      {pledge.paidAt
        ? t`Paid ${{ date: fullDate(pledge.paidAt) }}`
        : t`Pledged ${{ date: fullDate(pledge.createdAt) }}`}
      <span>{pledge.card ? ` · ${cardText(pledge.card)}` : ''}</span>
      {pledge.anonymous ? <span>{` · ${t`not shown to other fans`}`}</span> : null}
      {pledge.paidAt ? (
        <span>
          {' · '}
          <TextLink to={receiptPath(pledge.id)} className="tap">
            <RichText
              text={msg`Receipt<more> for ${{ pool: pledge.poolTitle }}</more>`}
              tags={{ more: (text) => <span className="sr-only">{text}</span> }}
            />
          </TextLink>
        </span>
      ) : null}
    </p>
  );
}

function PledgeAction({ pledge }: { pledge: ListedPledge }) {
  const { status, can, cardExpiresOn, poolPath, poolTitle } = pledge;
  const isDue = status === 'notified' && can.pay;
  const isUrgent = isDue || (cardExpiresOn !== null && can.replaceCard);
  const label = can.change || can.withdraw ? t`Change or withdraw` : t`View pool`;
  return (
    <LinkButton to={isUrgent ? paymentPath(pledge.id) : poolPath} variant={isUrgent ? 'primary' : 'quiet'}>
      {isUrgent ? (isDue ? t`Pay Now` : t`Replace card`) : label}
      <span className="sr-only">: {poolTitle}</span>
    </LinkButton>
  );
}

function Pledge({ pledge }: { pledge: ListedPledge }) {
  const { label, tone } = describePledge(pledge);
  const note = noteOf(pledge);
  return (
    <PledgeRow
      picture={<PledgePicture pledge={pledge} />}
      act={
        <>
          <PledgeAmount cents={pledge.amountCents} />
          <PledgeAction pledge={pledge} />
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PledgeTitle pledge={pledge} />
        <Chip tone={tone}>{label}</Chip>
      </div>
      <PledgeCreator pledge={pledge} />
      <PledgeMeter pledge={pledge} />
      {note ? (
        <p className="mt-1.5 max-w-text text-sm text-muted" suppressHydrationWarning>
          {note}
        </p>
      ) : null}
      <Facts pledge={pledge} />
    </PledgeRow>
  );
}

/** So many pledges are listed at once; more on demand. */
const partLength = 20;

const explanations: Record<PledgeFilter, Message | null> = {
  due: msg`The creator accepted, but your card wasn’t charged. Pay in time, or your pledge is dropped and nothing is charged.`,
  live: groupSentences.live,
  paid: msg`Your money is held for each pool until it’s delivered. If it isn’t delivered, you’re refunded in full.`,
  over: null,
};

function PledgeList({ name, pledges }: { name: PledgeFilter; pledges: readonly ListedPledge[] }) {
  const [length, setLength] = useState(partLength);
  if (pledges.length === 0) return null;
  const [label] = filters[name];
  const explanation = explanations[name];
  const more = Math.min(partLength, pledges.length - length);
  return (
    <section aria-label={textOf(label)} className="mt-6 first-of-type:mt-0">
      <h3>{textOf(label)}</h3>
      {explanation ? <p className="mt-1 max-w-text text-muted">{textOf(explanation)}</p> : null}
      <ul className="long-list card mt-3 divide-y divide-line">
        {pledges.slice(0, length).map((pledge) => (
          <Pledge key={pledge.id} pledge={pledge} />
        ))}
      </ul>
      {more > 0 ? (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setLength(length + partLength)}>
            <RichText
              text={msg`${plural({ more }, { other: 'Show # more' })}<rest> of ${plural({ total: pledges.length }, { one: '# pledge', other: '# pledges' })}</rest>`}
              tags={{ rest: (text) => <span className="sr-only">{text}</span> }}
            />
          </Button>
        </div>
      ) : null}
    </section>
  );
}

export function PledgesSkeleton() {
  return (
    <ul className="card divide-y divide-line" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <PledgeRow
          key={row}
          picture={<Skeleton className="aspect-square rounded-md bg-sunken sm:aspect-3/2" />}
          act={
            <>
              <Skeleton className="h-6 w-14" />
              <Skeleton className="h-11 w-40" />
            </>
          }
        >
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="mt-2 h-4 w-1/4" />
          <Skeleton className="mt-3 h-3 w-4/5" />
          <Skeleton className="mt-2 h-4 w-3/5" />
        </PledgeRow>
      ))}
    </ul>
  );
}

/** Not ended and not paid. Each pledge is either live, paid or ended. */
const isLive = ({ status }: ListedPledge) => livePledgeStatuses.includes(status) && status !== 'paid';

const filters = {
  due: [msg`Payment due`, ({ status }) => status === 'notified'],
  live: [msg({ message: 'Active', context: 'pledges that are not paid yet' }), (pledge) => isLive(pledge)],
  paid: [msg({ message: 'Paid', context: 'pledges that are paid' }), ({ status }) => status === 'paid'],
  over: [
    msg({ message: 'Ended', context: 'pledges that ended' }),
    (pledge) => !isLive(pledge) && pledge.status !== 'paid',
  ],
} as const satisfies Record<string, readonly [label: Message, holds: (pledge: ListedPledge) => boolean]>;
export type PledgeFilter = keyof typeof filters;
const filterNames = Object.keys(filters) as PledgeFilter[];

export function pledgeFilterIn(search: URLSearchParams): PledgeFilter | undefined {
  return filterNames.find((name) => name === search.get('status'));
}

function NoPledges() {
  return (
    <div className="card">
      <EmptyState
        title={t`No pledges yet`}
        actions={
          <LinkButton
            to={paths.feed}
            variant="primary"
            icon={<Compass aria-hidden="true" />}
          >{t`Discover pools`}</LinkButton>
        }
      >{t`Find a pool to back. Your pledges appear here, with what happens to your money.`}</EmptyState>
    </div>
  );
}

interface MyPledgesProps {
  filter: PledgeFilter | undefined;
  hrefOf: (filter: PledgeFilter | undefined) => string;
}

/** The groups without a filter. Due pledges appear in the first group only. */
const everyKind = ['due', 'live', 'paid', 'over'] as const;

/** All pledges of the fan, grouped as due, active, paid and ended; or one group if a filter is set. */
export function MyPledges({ filter, hrefOf }: MyPledgesProps) {
  const pledges = useData(myPledges);
  return (
    <Loaded
      of={pledges}
      loading={<PledgesSkeleton />}
      failed={t`We couldn’t load your pledges`}
      empty={(data) => data.length === 0 && <NoPledges />}
    >
      {(data) => {
        const shown = filter ? [filter] : everyKind;
        const standIn = (name: PledgeFilter) =>
          data.filter(
            (pledge) => filters[name][1](pledge) && (filter || name === 'due' || pledge.status !== 'notified'),
          );
        const empty = filter && !data.some(filters[filter][1]);
        return (
          <>
            <ChoiceLinks
              label={t`Pledges by state`}
              choices={[
                {
                  to: hrefOf(undefined),
                  label: t({ message: 'All', context: 'pledges in all states' }),
                  count: data.length,
                  current: !filter,
                },
                ...filterNames.map((name) => ({
                  to: hrefOf(name),
                  label: textOf(filters[name][0]),
                  count: data.filter(filters[name][1]).length,
                  current: name === filter,
                })),
              ]}
            />
            {shown.map((name) => (
              <PledgeList key={name} name={name} pledges={standIn(name)} />
            ))}
            {empty ? (
              <div className="card">
                <EmptyState title={t`You have no pledges here yet`} />
              </div>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}
