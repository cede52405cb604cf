import { Bell, ExternalLink, Heart, Settings } from 'lucide-react';
import { msg, t, textOf } from '#contract/language/text.ts';
import { paths, userPath } from '#contract/paths.ts';
import { AccountCard } from '#web/accounts/account-card.tsx';
import { dashboard, payoutsOn } from '#web/creator-dashboard/dashboard-data.ts';
import { PayoutList } from '#web/creator-dashboard/dashboard-history.tsx';
import { EarningsSkeleton, EarningsTiles } from '#web/creator-dashboard/earnings-tiles.tsx';
import { listPageIn } from '#web/creator-dashboard/stage-page.tsx';
import { useSearch } from '#web/data/location.tsx';
import { definePage, type PageArgs } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { MyPledges, type PledgeFilter, pledgeFilterIn } from '#web/pledges/my-pledges.tsx';
import { myPledges } from '#web/pledges/my-pledges-query.ts';
import { MyReceipts } from '#web/pledges/my-receipts.tsx';
import { pageIn } from '#web/pools/feed-queries.ts';
import { MyPools, myPoolGroupIn, myPools } from '#web/pools/my-pools.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';

const shows = { pledges: msg`Pledges`, pools: msg`Pools`, receipts: msg`Receipts`, payouts: msg`Payouts` } as const;
type Show = keyof typeof shows;

type Role = NonNullable<PageArgs['user']>['role'];

/** The tabs for a role. Only creators and admins can receive payouts. */
const showsOf = (role: Role) => (Object.keys(shows) as Show[]).filter((show) => show !== 'payouts' || role !== 'user');

const showIn = (search: URLSearchParams, role: Role): Show =>
  showsOf(role).find((show) => show === search.get('show')) ?? 'pledges';

/** The address of a tab, with its own filters in the query. */
function hrefOf(show: Show, more: Record<string, string | undefined> = {}): string {
  const query = Object.entries({ show: show === 'pledges' ? undefined : show, ...more })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return query ? `${paths.myAccount}?${query}` : paths.myAccount;
}

function queriesOf({ url, user }: PageArgs) {
  if (!user) return [];
  const search = url.searchParams;
  const show = showIn(search, user.role);
  if (show === 'pools') return [myPools(myPoolGroupIn(search), pageIn(search))];
  return show === 'payouts' ? [dashboard, payoutsOn(listPageIn(search, 'payouts'))] : [myPledges];
}

export const page = definePage({
  title: msg`My account`,
  description: msg`Your profile, your pledges and their outcomes, the pools you started, and your receipts.`,
  noindex: true,
  queries: queriesOf,
});

function Payouts({ search }: { search: URLSearchParams }) {
  return (
    <>
      <Loaded of={useData(dashboard)} loading={<EarningsSkeleton />} failed={t`We couldn’t load your earnings`}>
        {({ earnings }) => <EarningsTiles earnings={earnings} />}
      </Loaded>
      <PayoutList page={listPageIn(search, 'payouts')} />
    </>
  );
}

function Part({ show, search }: { show: Show; search: URLSearchParams }) {
  if (show === 'pledges') {
    const to = (filter: PledgeFilter | undefined) => hrefOf('pledges', { status: filter });
    return <MyPledges filter={pledgeFilterIn(search)} hrefOf={to} />;
  }
  if (show === 'receipts') return <MyReceipts />;
  if (show === 'payouts') return <Payouts search={search} />;
  return (
    <MyPools
      group={myPoolGroupIn(search)}
      page={pageIn(search)}
      hrefOf={(state, number = 1) => hrefOf('pools', { state, page: number > 1 ? String(number) : undefined })}
    />
  );
}

export function Component() {
  const user = useUser();
  const search = useSearch();
  if (!user) return null;
  const show = showIn(search, user.role);
  return (
    <>
      <PageHeader title={t`My account`} />
      <AccountCard
        user={user}
        actions={
          <>
            <LinkButton to={userPath(user.username)} icon={<ExternalLink aria-hidden="true" />}>
              <RichText
                text={msg`Profile<more> as others see it</more>`}
                tags={{ more: (text) => <span className="sr-only">{text}</span> }}
              />
            </LinkButton>
            <LinkButton to={paths.favorites} icon={<Heart aria-hidden="true" />}>{t`Favorites`}</LinkButton>
            <LinkButton to={paths.notifications} icon={<Bell aria-hidden="true" />}>{t`Notifications`}</LinkButton>
            <LinkButton to={paths.settings} icon={<Settings aria-hidden="true" />}>{t`Settings`}</LinkButton>
          </>
        }
      />
      <section aria-label={textOf(shows[show])} className="mt-8">
        <LinkTabs
          label={t`Your account`}
          tabs={showsOf(user.role).map((one) => ({
            to: hrefOf(one),
            label: textOf(shows[one]),
            current: one === show,
          }))}
        />
        {show === 'payouts' ? null : <h2 className="sr-only">{textOf(shows[show])}</h2>}
        <div className="mt-6">
          <Part show={show} search={search} />
        </div>
      </section>
    </>
  );
}
