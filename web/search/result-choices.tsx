import { Search } from 'lucide-react';
import type { CreatorSummary } from '#contract/creators/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { plural, t, verbatim } from '#contract/language/text.ts';
import { creatorPath, paths, userPath } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { poolStatusLabel } from '#contract/pools/pool-status.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import type { searchEverything } from '#contract/search.ts';
import { huesOf } from '#contract/values/fan-art.ts';
import { formatMoney } from '#contract/values/money.ts';
import { Avatar, hideIfBroken } from '#web/ui/avatar.tsx';
import { FanArt } from '#web/ui/display.tsx';
import { ChoiceIcon } from './choice-icon.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';

type Found = OutputOf<typeof searchEverything>;

function PoolThumb({ pool }: { pool: PoolCard }) {
  const { imageUrl } = pool;
  return (
    <span className="relative h-10 w-14 flex-none overflow-hidden rounded-sm bg-sunken">
      <FanArt seed={pool.id} hues={huesOf(pool.categories[0]?.category.name)} eager className="absolute inset-0" />
      {imageUrl ? (
        <img
          className="art absolute inset-0"
          src={imageUrl.replace(/^(\/media\/images\/[0-9a-f]{32})\.webp$/, '$1-400.webp')}
          alt=""
          width={56}
          height={40}
          ref={hideIfBroken}
          onError={(event) => hideIfBroken(event.currentTarget)}
        />
      ) : null}
    </span>
  );
}

function poolChoice(pool: PoolCard): Choice {
  const asked = pool.targetCreator?.displayName;
  const funded = t`${{ pledged: formatMoney(pool.pledgedAmount) }} of ${{ goal: formatMoney(pool.fundingGoal) }}`;
  return {
    key: `pool-${pool.id}`,
    label: verbatim(pool.title),
    detail: verbatim([asked, funded, poolStatusLabel(pool)].filter(Boolean).join(' · ')),
    picture: <PoolThumb pool={pool} />,
    to: pool.canonicalPath,
  };
}

function creatorChoice(creator: CreatorSummary): Choice {
  return {
    key: `creator-${creator.id}`,
    label: verbatim(creator.displayName),
    detail: verbatim(
      [`@${creator.username}`, creator.category && categoryText(creator.category)].filter(Boolean).join(' · '),
    ),
    picture: <Avatar name={creator.displayName} src={creator.avatarUrl} />,
    to: creatorPath(creator.username),
  };
}

function personChoice({ id, username, displayName, avatarUrl }: Found['people'][number]): Choice {
  const name = displayName || username;
  return {
    key: `person-${id}`,
    label: verbatim(name),
    detail: verbatim(`@${username}`),
    picture: <Avatar name={name} src={avatarUrl} />,
    to: userPath(username),
  };
}

export const feedSearchPath = (text: string) => `${paths.feed}?search=${encodeURIComponent(text)}`;

/** Opens the feed with all pools that match the text. */
export function allPoolsChoice(text: string, poolCount?: number): Choice {
  return {
    key: 'all-pools',
    label:
      poolCount === undefined
        ? t`Search pools for “${{ search: text }}”`
        : t`${plural({ pools: poolCount }, { one: 'See all # pool', other: 'See all # pools' })}`,
    picture: (
      <ChoiceIcon>
        <Search aria-hidden="true" />
      </ChoiceIcon>
    ),
    to: feedSearchPath(text),
  };
}

/** The server's results as groups of choices. */
export function resultChoices({ pools, poolCount, creators, people }: Found, text: string): ChoiceGroup[] {
  const more = poolCount > pools.length ? [allPoolsChoice(text, poolCount)] : [];
  return [
    { name: t`Pools`, choices: [...pools.map(poolChoice), ...more] },
    { name: t`Creators`, choices: creators.map(creatorChoice) },
    { name: t`People`, choices: people.map(personChoice) },
  ];
}
