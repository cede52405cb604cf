import { Download } from 'lucide-react';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { paths, userPath } from '#contract/paths.ts';
import { type listProductions, performerExportPath } from '#contract/performers.ts';
import { fullDate } from '#contract/time.ts';
import { responseError } from '#web/data/failures.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { TextField } from '#web/ui/field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { QueueList, QueueTools, useQueue } from './queue-frame.tsx';
import { recordsOf, recordsQueue } from './queues.ts';

type Production = OutputOf<typeof listProductions>['items'][number];

/** Saves the zip as a file. The server answers with an error instead if it refuses. */
async function download(username: string, reason: string): Promise<void> {
  const query = new URLSearchParams({ reason, ...(username ? { username } : {}) });
  const response = await fetch(`${performerExportPath}?${query}`, { credentials: 'same-origin' }).catch(() => {
    throw appError('unavailable');
  });
  if (!response.ok) throw responseError(response.status, response.statusText, await response.text());
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'records.zip';
  link.click();
  URL.revokeObjectURL(url);
}

function ExportDialog({ onClose }: { onClose: () => void }) {
  const [username, setUsername] = useState('');
  return (
    <ActionDialog
      title="Export performer records?"
      action="Export"
      variant="primary"
      reason={{ label: 'Reason', hint: 'Stays in the audit trail with your name.' }}
      run={(reason) => download(username.trim().replace(/^@/, ''), reason ?? '')}
      refresh={[]}
      done={{ title: 'Records exported', description: 'Delete the file once you no longer need it.' }}
      onClose={onClose}
    >
      <p>
        The zip has legal names, dates of birth and scans of documents, decrypted. Give it only to people who may see
        them.
      </p>
      <TextField
        label="Creator"
        optional
        hint="A username. Empty: the records of all creators."
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
    </ActionDialog>
  );
}

const columns = [
  {
    key: 'pool',
    header: 'Pool',
    cell: ({ poolPath, poolTitle }: Production) => (
      <span className="min-w-52 font-semibold wrap-anywhere">
        <TextLink to={poolPath}>{poolTitle}</TextLink>
      </span>
    ),
  },
  {
    key: 'creator',
    header: 'Creator',
    cell: ({ user }: Production) => <TextLink to={userPath(user.username)}>@{user.username}</TextLink>,
  },
  {
    key: 'people',
    header: 'People shown',
    align: 'end' as const,
    cell: ({ showsNoOne, performers }: Production) => (showsNoOne ? 'No one' : performers),
  },
  { key: 'recorded', header: 'Recorded', cell: ({ createdAt }: Production) => fullDate(createdAt) },
  { key: 'kept', header: 'Kept until', cell: ({ keepUntil }: Production) => fullDate(keepUntil) },
];

/** The records of adult productions, without the people in them, and their export. */
export function RecordsTable() {
  const state = useQueue(recordsQueue);
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <PageHeader
        title="Performer records"
        lead={
          <>
            Who is shown in adult deliveries (<TextLink to={paths.usc2257}>18 U.S.C. 2257</TextLink>). The records are
            encrypted; only an export reads them.
          </>
        }
        actions={
          <Button icon={<Download aria-hidden="true" />} onClick={() => setExporting(true)}>
            Export…
          </Button>
        }
      />
      <QueueTools queue={recordsQueue} state={state} searchLabel="Search by pool or creator" />
      <QueueList
        queue={recordsQueue}
        state={state}
        wanted={recordsOf(state)}
        loading={<Skeleton className="h-96 rounded-xl!" />}
        failed="Performer records could not be loaded"
        empty={{ title: 'No performer records yet', text: 'Creators add them when they deliver adult pools.' }}
      >
        {(items, busy) => (
          <DataTable
            caption="Performer records by delivery"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            busy={busy}
          />
        )}
      </QueueList>
      {exporting ? <ExportDialog onClose={() => setExporting(false)} /> : null}
    </>
  );
}
