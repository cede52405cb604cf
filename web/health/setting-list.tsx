import { useEffect } from 'react';
import type { SettingItem } from '#contract/admin/health.ts';
import { plural, t } from '#contract/language/text.ts';
import { SettingText, settingAnchor, settingsQuery } from '#web/admin-table/setting-notes.tsx';
import { useLocation } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Chip } from '#web/ui/display.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';

function Item({ item, settings, isLinked }: ItemProps) {
  const { name, description, fallback, isSet } = item;
  return (
    <div
      id={settingAnchor(name)}
      className="grid scroll-mt-20 gap-1 py-3 wrap-anywhere data-linked:bg-accent-wash"
      data-linked={isLinked || undefined}
    >
      <dt className="flex flex-wrap items-baseline gap-x-3 gap-y-1 font-semibold">
        <code>{name}</code>
        {isSet ? (
          <Chip tone="paid">{t({ message: 'Set', context: 'the setting has a value' })}</Chip>
        ) : (
          <span className="text-sm font-normal text-muted">{fallback ? t`Default: ${{ fallback }}` : t`Not set`}</span>
        )}
      </dt>
      <dd className="max-w-text text-muted">
        <SettingText text={description} settings={settings} />
      </dd>
    </div>
  );
}

interface ItemProps {
  item: SettingItem;
  settings: readonly SettingItem[];
  /** The URL's fragment names it. CSS cannot know: `:target` ignores navigation by scripts. */
  isLinked: boolean;
}

/** All settings of the server, folded until a link leads to one of them. */
export function SettingList() {
  const settings = useData(settingsQuery);
  const { hash, key } = useLocation();
  const isHydrated = useHydrated();
  const isLoaded = settings.data !== undefined;
  const leadsHere = isHydrated && hash.startsWith(`#${settingAnchor('')}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation scrolls once
  useEffect(() => {
    if (isLoaded && leadsHere) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [leadsHere, hash, key, isLoaded]);
  return (
    <Loaded of={settings} loading={<Skeleton className="h-12" />} failed={t`We couldn’t load the settings`}>
      {({ settings: all }) => (
        // A second visit to the same link opens the list again.
        <Disclosure
          key={leadsHere ? key : ''}
          summary={t`${plural({ settings: all.length }, { other: 'All # settings' })}`}
          open={leadsHere}
        >
          {() => (
            <dl className="card divide-y divide-line px-5">
              {all.map((item) => (
                <Item key={item.name} item={item} settings={all} isLinked={hash === `#${settingAnchor(item.name)}`} />
              ))}
            </dl>
          )}
        </Disclosure>
      )}
    </Loaded>
  );
}
