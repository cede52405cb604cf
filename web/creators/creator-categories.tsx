import { useState } from 'react';
import { t } from '#contract/language/text.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { categoryText, inOrderOfNames } from '#contract/pools/category-text.ts';
import { useData } from '#web/data/query.ts';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { Link } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { allCategories } from './category-field.tsx';
import { type CreatorsPlace, creatorsPath } from './creators-data.ts';

const AgeGate = lazyComponent(() => import('#web/age/age-gate.tsx').then((module) => module.AgeGate));

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** The category filter as links. An adult category opens the age gate first. */
export function CreatorCategories({ place }: { place: CreatorsPlace }) {
  const { data } = useData(allCategories);
  const [pending, setPending] = useState<string>();
  const adult = pending ?? (isAdultCategory(place.category) ? place.category : undefined);
  const to = (category: string) => creatorsPath(place, { category });
  if (!data) return <Skeleton className="mb-6 h-11 w-full" />;
  return (
    <>
      <nav
        aria-label={t`Categories`}
        className="mb-6 flex flex-wrap gap-2 max-sm:-mx-4 max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-4 max-sm:py-0.5 max-sm:[scrollbar-width:none] max-sm:*:flex-none"
      >
        <Link to={to('')} keepScroll className="pick" aria-current={place.category === '' ? 'true' : undefined}>
          {t({ message: 'All', context: 'all categories' })}
        </Link>
        {inOrderOfNames(data).map(({ id, name, icon }) => (
          <Link
            key={id}
            to={to(name)}
            keepScroll
            className="pick"
            aria-current={same(name, place.category) ? 'true' : undefined}
            onClick={(event) => {
              if (!isAdultCategory(name) || same(name, place.category)) return;
              event.preventDefault();
              setPending(name);
            }}
          >
            <span className="pick-sign" aria-hidden="true">
              {icon}
            </span>
            {categoryText(name)}
          </Link>
        ))}
      </nav>
      {adult ? (
        <AgeGate
          key={pending ?? 'shown'}
          active
          onPass={() => {
            if (!pending) return;
            setPending(undefined);
            navigate(to(pending), { keepScroll: true });
          }}
          onRefuse={() => {
            if (pending) setPending(undefined);
            else navigate(to(''), { replace: true, keepScroll: true });
          }}
        />
      ) : null}
    </>
  );
}
