import { useEffect, useState } from 'react';
import type { SettingItem } from '#contract/admin/health.ts';
import { SettingText, settingAnchor, settingsQuery } from '#web/admin-table/setting-notes.tsx';
import { useLocation } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Chip } from '#web/ui/display.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';

function Item({ item, settings }: { item: SettingItem; settings: readonly SettingItem[] }) {
  const { name, description, fallback, isSet } = item;
  return (
    <div id={settingAnchor(name)} className="health-setting">
      <dt>
        <code>{name}</code>
        {isSet ? <Chip tone="paid">Set</Chip> : <span>{fallback ? `Default: ${fallback}` : 'Not set'}</span>}
      </dt>
      <dd>
        <SettingText text={description} settings={settings} />
      </dd>
    </div>
  );
}

/** All settings of the server, folded until a link leads to one of them. */
export function SettingList() {
  const settings = useData(settingsQuery);
  const { hash, key } = useLocation();
  const [open, setOpen] = useState(false);
  const isLoaded = settings.data !== undefined;
  const leadsHere = hash.startsWith(`#${settingAnchor('')}`);
  useEffect(() => {
    if (leadsHere) setOpen(true);
  }, [leadsHere]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation scrolls once
  useEffect(() => {
    if (open && isLoaded && leadsHere) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [open, hash, key, isLoaded]);
  return (
    <Loaded of={settings} loading={<Skeleton className="h-12" />} failed="We couldn’t load the settings">
      {({ settings: all }) => (
        <Disclosure key={String(open)} summary={`All ${all.length} settings`} open={open}>
          {() => (
            <dl className="card health-settings">
              {all.map((item) => (
                <Item key={item.name} item={item} settings={all} />
              ))}
            </dl>
          )}
        </Disclosure>
      )}
    </Loaded>
  );
}
