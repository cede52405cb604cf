import { CircleAlert } from 'lucide-react';
import type { Storage } from '#contract/admin/moderation.ts';
import { getStorage } from '#contract/calls/admin.ts';
import { formatBytes } from '#contract/values/format-number.ts';
import { formatShare } from '#contract/values/format-share.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { ProgressBar } from '#web/ui/display.tsx';
import { Loaded, Skeleton } from '#web/ui/loading-states.tsx';
import { Person } from './person.tsx';

export const storageQuery = optional(query(getStorage));

type Uploader = Storage['people'][number];

const columnsOf = ({ perPersonBytes }: Storage['quotas']): Column<Uploader>[] => [
  { key: 'person', header: 'Person', cell: ({ user }) => <Person user={user} /> },
  { key: 'stored', header: 'Stored', align: 'end', cell: ({ storedBytes }) => formatBytes(storedBytes) },
  { key: 'promised', header: 'In progress', align: 'end', cell: ({ promisedBytes }) => formatBytes(promisedBytes) },
  {
    key: 'share',
    header: 'Share of limit',
    align: 'end',
    cell: ({ storedBytes, promisedBytes }) => formatShare(storedBytes + promisedBytes, perPersonBytes),
  },
];

function Disk({ storage }: { storage: Storage }) {
  const { disk, quotas, uploads, picturesBytes } = storage;
  const isFull = disk.freeBytes < disk.reserveBytes;
  const reserve = formatBytes(disk.reserveBytes);
  return (
    <div className="card admin-storage">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="num text-xl">{formatBytes(disk.freeBytes)} free</b>
        <span className="text-muted">of {formatBytes(disk.totalBytes)} on this disk</span>
      </p>
      <ProgressBar
        share={1 - disk.freeBytes / Math.max(1, disk.totalBytes)}
        label="Disk in use"
        role="meter"
        tone={isFull ? 'danger' : 'accent'}
      />
      {isFull ? (
        <p className="admin-storage-alert" role="status">
          <CircleAlert aria-hidden="true" />
          The server refuses uploads and pictures until {reserve} is free. Pledges, payments and chat still work.
        </p>
      ) : null}
      <dl>
        <div>
          <dt>Uploads stored</dt>
          <dd>{formatBytes(uploads.storedBytes)}</dd>
        </div>
        <div>
          <dt>Uploads in progress</dt>
          <dd>{formatBytes(uploads.promisedBytes)}</dd>
        </div>
        <div>
          <dt>Pictures</dt>
          <dd>{formatBytes(picturesBytes)}</dd>
        </div>
        <div>
          <dt>Limit per person</dt>
          <dd>{formatBytes(quotas.perPersonBytes)}</dd>
        </div>
        <div>
          <dt>Limit per pool</dt>
          <dd>{formatBytes(quotas.perPoolBytes)}</dd>
        </div>
        <div>
          <dt>Reserved</dt>
          <dd>{reserve}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Disk usage, and the people whose uploads use the most of it. */
export function StorageUse() {
  const storage = useData(storageQuery);
  return (
    <section aria-labelledby="storage">
      <h2 id="storage" className="mt-10 mb-4">
        Storage
      </h2>
      <Loaded
        of={storage}
        loading={<Skeleton className="h-52 rounded-lg" />}
        failed="We couldn’t load the storage figures"
      >
        {(data) => (
          <div className="grid gap-4">
            <Disk storage={data} />
            {data.people.length > 0 ? (
              <DataTable
                caption="People whose uploads use the most space"
                columns={columnsOf(data.quotas)}
                rows={data.people}
                rowKey={({ userId }) => userId}
              />
            ) : (
              <p className="text-muted">No uploads yet. Files that creators upload for their deliveries count here.</p>
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}
