import { CirclePlus } from 'lucide-react';
import { listMyPools } from '#contract/calls/pledges.ts';
import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { type MyPoolGroup, myPoolGroups } from '#contract/pledges/my-pool-groups.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';

const groupWords: Record<MyPoolGroup, Message> = {
  filling: msg`Filling up`,
  making: msg`Being made`,
  delivered: msg({ message: 'Delivered', context: 'group of pools' }),
  ended: msg({ message: 'Ended', context: 'group of pools' }),
};

const emptyWords: Record<MyPoolGroup, Message> = {
  filling: msg`You have no pools that are filling up.`,
  making: msg`You have no pools that are being made.`,
  delivered: msg`You have no delivered pools.`,
  ended: msg`You have no pools that ended without a delivery.`,
};

export function myPoolGroupIn(search: URLSearchParams): MyPoolGroup | undefined {
  return myPoolGroups.find((group) => group === search.get('state'));
}

export const myPools = (group: MyPoolGroup | undefined, page: number) =>
  optional(live(query(listMyPools, { query: group ? { group, page } : { page } })));

const sum = (counts: Record<MyPoolGroup, number>) => Object.values(counts).reduce((total, n) => total + n, 0);

function CreatePool() {
  return (
    <LinkButton
      to={paths.createPool}
      variant="primary"
      icon={<CirclePlus aria-hidden="true" />}
    >{t`Create pool`}</LinkButton>
  );
}

interface MyPoolsProps {
  group: MyPoolGroup | undefined;
  page: number;
  hrefOf: (group: MyPoolGroup | undefined, page?: number) => string;
}

/** The pools that the signed-in fan started, grouped by state, including pools in review and removed pools. */
export function MyPools({ group, page, hrefOf }: MyPoolsProps) {
  const pools = useData(myPools(group, page), { keepPrevious: true });
  return (
    <Loaded
      of={pools}
      loading={<PoolGridSkeleton count={3} />}
      failed={t`We couldn’t load your pools`}
      empty={({ counts }) =>
        sum(counts) === 0 && (
          <div className="card">
            <EmptyState
              title={t`You haven’t started a pool yet`}
              actions={<CreatePool />}
            >{t`Describe what you would love a creator to make, and set a goal.`}</EmptyState>
          </div>
        )
      }
    >
      {({ pools: found, pagination, counts }) => (
        <div aria-busy={pools.isPlaceholderData} className={pools.isPlaceholderData ? 'opacity-60' : undefined}>
          <ChoiceLinks
            label={t`Pools by state`}
            choices={[
              {
                to: hrefOf(undefined),
                label: t({ message: 'All', context: 'pools in all states' }),
                count: sum(counts),
                current: group === undefined,
              },
              ...myPoolGroups.map((one) => ({
                to: hrefOf(one),
                label: textOf(groupWords[one]),
                count: counts[one],
                current: group === one,
              })),
            ]}
          />
          {found.length === 0 ? (
            <div className="card">
              <EmptyState title={t`You have no pools here yet`} actions={<CreatePool />}>
                {textOf(group ? emptyWords[group] : msg`This page is empty.`)}
              </EmptyState>
            </div>
          ) : (
            <PoolGrid pools={found} />
          )}
          <div className="mt-8">
            <Pagination {...pagination} from={0} hrefOf={(number) => hrefOf(group, number)} />
          </div>
        </div>
      )}
    </Loaded>
  );
}
