import { CircleAlert } from 'lucide-react';
import type { Storage } from '#contract/admin/moderation.ts';
import { getStorage } from '#contract/calls/admin.ts';
import { t } from '#contract/language/text.ts';
import { formatBytes, formatShare } from '#contract/values/format-bytes.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ProgressBar } from '#web/ui/display.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Person } from './person.tsx';

export const storageQuery = optional(query(getStorage));

type Uploader = Storage['people'][number];

const columnsOf = ({ perPersonBytes }: Storage['quotas']): Column<Uploader>[] => [
  { key: 'person', header: t`Person`, cell: ({ user }) => <Person user={user} /> },
  { key: 'stored', header: t`Stored`, align: 'end', cell: ({ storedBytes }) => formatBytes(storedBytes) },
  { key: 'promised', header: t`In progress`, align: 'end', cell: ({ promisedBytes }) => formatBytes(promisedBytes) },
  {
    key: 'share',
    header: t`Share of limit`,
    align: 'end',
    cell: ({ storedBytes, promisedBytes }) => formatShare(storedBytes + promisedBytes, perPersonBytes),
  },
];

function Disk({ storage }: { storage: Storage }) {
  const { disk, quotas, uploads, picturesBytes } = storage;
  const isFull = disk.freeBytes < disk.reserveBytes;
  const figures = [
    [t`Uploads stored`, uploads.storedBytes],
    [t`Uploads in progress`, uploads.promisedBytes],
    [t`Pictures`, picturesBytes],
    [t`Limit per person`, quotas.perPersonBytes],
    [t`Limit per pool`, quotas.perPoolBytes],
    [t`Reserved`, disk.reserveBytes],
  ] as const;
  return (
    <div className="card grid gap-3 p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="num text-xl">{t`${{ size: formatBytes(disk.freeBytes) }} free`}</b>
        <span className="text-muted">{t`of ${{ size: formatBytes(disk.totalBytes) }} on this disk`}</span>
      </p>
      <ProgressBar
        share={1 - disk.freeBytes / Math.max(1, disk.totalBytes)}
        label={t`Disk in use`}
        role="meter"
        tone={isFull ? 'danger' : 'accent'}
      />
      {isFull ? (
        <p className="flex gap-2 text-danger-text" role="status">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5" />
          {t`The server refuses uploads and pictures until ${{ size: formatBytes(disk.reserveBytes) }} is free. Pledges, payments and chat still work.`}
        </p>
      ) : null}
      <dl className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(--spacing(32.5),1fr))] gap-x-6 gap-y-3">
        {figures.map(([name, bytes]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold tabular-nums">{formatBytes(bytes)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Disk usage, and the people whose uploads use the most of it. */
export function StorageUse() {
  const storage = useData(storageQuery);
  return (
    <section aria-labelledby="storage">
      <h2 id="storage" className="mt-10 mb-4">{t`Storage`}</h2>
      <Loaded
        of={storage}
        loading={<Skeleton className="h-52 rounded-lg" />}
        failed={t`We couldn’t load the storage figures`}
      >
        {(data) => (
          <div className="grid gap-4">
            <Disk storage={data} />
            {data.people.length > 0 ? (
              <DataTable
                caption={t`People whose uploads use the most space`}
                columns={columnsOf(data.quotas)}
                rows={data.people}
                rowKey={({ userId }) => userId}
              />
            ) : (
              <p className="text-muted">{t`No uploads yet. Files that creators upload for their deliveries count here.`}</p>
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}
