import { CirclePlus } from 'lucide-react';
import { listMyPools } from '#contract/calls/pledges.ts';
import { paths } from '#contract/paths.ts';
import { type MyPoolGroup, myPoolGroups } from '#contract/pledges/my-pool-groups.ts';
import { live, optional, query, useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { ChoiceLinks } from '#web/ui/choice-links.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';

const groupWords: Record<MyPoolGroup, string> = {
  filling: 'Filling up',
  making: 'Being made',
  delivered: 'Delivered',
  ended: 'Ended',
};

const emptyWords: Record<MyPoolGroup, string> = {
  filling: 'You have no pools that are filling up.',
  making: 'You have no pools that are being made.',
  delivered: 'You have no delivered pools.',
  ended: 'You have no pools that ended without a delivery.',
};

export function myPoolGroupIn(search: URLSearchParams): MyPoolGroup | undefined {
  return myPoolGroups.find((group) => group === search.get('state'));
}

export const myPools = (group: MyPoolGroup | undefined, page: number) =>
  optional(live(query(listMyPools, { query: group ? { group, page } : { page } })));

const sum = (counts: Record<MyPoolGroup, number>) => Object.values(counts).reduce((total, n) => total + n, 0);

const create = (
  <LinkButton to={paths.createPool} variant="primary" icon={<CirclePlus aria-hidden="true" />}>
    Create pool
  </LinkButton>
);

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
      failed="We couldn’t load your pools"
      empty={({ counts }) =>
        sum(counts) === 0 && (
          <div className="card">
            <EmptyState title="You haven’t started a pool yet" actions={create}>
              Describe what you would love a creator to make, and set a goal.
            </EmptyState>
          </div>
        )
      }
    >
      {({ pools: found, pagination, counts }) => (
        <div aria-busy={pools.isPlaceholderData} className={pools.isPlaceholderData ? 'opacity-60' : undefined}>
          <ChoiceLinks
            label="Pools by state"
            choices={[
              { to: hrefOf(undefined), label: 'All', count: sum(counts), current: group === undefined },
              ...myPoolGroups.map((one) => ({
                to: hrefOf(one),
                label: groupWords[one],
                count: counts[one],
                current: group === one,
              })),
            ]}
          />
          {found.length === 0 ? (
            <div className="card">
              <EmptyState title="You have no pools here yet" actions={create}>
                {group ? emptyWords[group] : 'This page is empty.'}
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
