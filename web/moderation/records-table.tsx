import { Download } from 'lucide-react';
import { useState } from 'react';
import { listProductions } from '#contract/calls/delivery.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { msg, plural, t } from '#contract/language/text.ts';
import { paths, userPath } from '#contract/paths.ts';
import { exportedProductionsMax, performerExportPath } from '#contract/performers.ts';
import { fullDate } from '#contract/values/time.ts';
import { AdminList } from '#web/admin-table/admin-list.tsx';
import { DetailDrawer } from '#web/admin-table/detail-drawer.tsx';
import { DrawerFacts } from '#web/admin-table/drawer-part.tsx';
import type { ListColumn } from '#web/admin-table/list-table.tsx';
import { sendSignedIn } from '#web/data/call.ts';
import { languageHeaders, responseError } from '#web/data/failures.ts';
import { ActionDialog } from '#web/safety/action-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/forms/field.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { records } from './lists.ts';

type Production = OutputOf<typeof listProductions>['items'][number];

async function fetchZip(query: URLSearchParams): Promise<Response> {
  const request: RequestInit = { credentials: 'same-origin', headers: languageHeaders() };
  const response = await fetch(`${performerExportPath}?${query}`, request).catch(() => {
    throw appError('unavailable');
  });
  if (!response.ok) throw responseError(response.status, response.statusText, await response.text());
  return response;
}

/** Saves the zip as a file, once the person has proved their identity. The server answers with an error instead if it refuses. */
async function download(scope: Record<string, string>, reason: string): Promise<void> {
  const query = new URLSearchParams({ reason, ...scope });
  const response = await sendSignedIn(() => fetchZip(query));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'records.zip';
  link.click();
  URL.revokeObjectURL(url);
}

/** Exports the records of a creator, of everyone, or of the chosen productions. */
function ExportDialog({ chosen, onClose }: { chosen: readonly Production[]; onClose: () => void }) {
  const [username, setUsername] = useState('');
  const run = (reason = '') => {
    if (chosen.length > exportedProductionsMax) {
      throw appError('validation_failed', {
        message: () =>
          t`${plural({ records: exportedProductionsMax }, { other: 'Choose at most # records at a time.' })}`,
      });
    }
    const creator = username.trim().replace(/^@/, '');
    if (chosen.length > 0) return download({ productions: chosen.map(({ id }) => id).join(',') }, reason);
    return download(creator ? { username: creator } : {}, reason);
  };
  return (
    <ActionDialog
      title={
        chosen.length > 0
          ? t`Export ${plural({ records: chosen.length }, { one: '# record', other: '# records' })}?`
          : t`Export performer records?`
      }
      action={t({ message: 'Export', context: 'verb on a button' })}
      variant="primary"
      reason={{ label: t`Reason`, hint: t`Recorded in the audit trail with your name.` }}
      run={async (reason) => run(reason)}
      refresh={[]}
      done={{ title: t`Records exported`, description: t`Delete the file once you no longer need it.` }}
      onClose={onClose}
    >
      <p>{t`The zip contains legal names, dates of birth and scans of documents, decrypted. Give it only to people who may see them.`}</p>
      {chosen.length > 0 ? null : (
        <TextField
          label={t`Creator`}
          optional
          hint={t`A username. Leave it empty to export the records of all creators.`}
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      )}
    </ActionDialog>
  );
}

const columns: readonly ListColumn<Production>[] = [
  {
    key: 'people',
    header: msg`People shown`,
    align: 'end',
    cell: ({ showsNoOne, performers }) => (showsNoOne ? t`No one` : performers),
  },
  {
    key: 'recorded',
    header: msg`Recorded`,
    extra: true,
    sort: { up: 'oldest', down: 'newest' },
    cell: ({ createdAt }) => fullDate(createdAt),
  },
  { key: 'kept', header: msg`Kept until`, cell: ({ keepUntil }) => fullDate(keepUntil) },
];

const tabs = {
  name: 'status',
  label: msg`Who is shown`,
  tabs: [
    ['', msg({ message: 'All', context: 'all performer records' })],
    ['people', msg`People shown`],
    ['no_one', msg`No one shown`],
  ],
} as const;

/** The records of adult productions, without the people in them, and their export. */
export function RecordsTable() {
  const [exporting, setExporting] = useState<readonly Production[]>();
  return (
    <>
      <AdminList<Production>
        list={records.list}
        title={t`Performer records`}
        lead={
          <span>
            <RichText
              text={msg`Who is shown in adult deliveries (<law>18 U.S.C. 2257</law>). The records are encrypted; only an export reads them.`}
              tags={{ law: (text) => <TextLink to={paths.usc2257}>{text}</TextLink> }}
            />
          </span>
        }
        headerActions={
          <Button icon={<Download aria-hidden="true" />} onClick={() => setExporting([])}>{t`Export records…`}</Button>
        }
        header={t`Pool`}
        endpoint={listProductions}
        wanted={records.page}
        live="performerRecords"
        tabs={tabs}
        selectionActions={[
          { key: 'export', open: msg`Export records…`, icon: <Download aria-hidden="true" />, onAct: setExporting },
        ]}
        orders={[
          ['newest', msg`Newest first`],
          ['oldest', msg`Oldest first`],
        ]}
        searchLabel={t`Search by pool or creator`}
        failed={t`We couldn’t load the performer records`}
        empty={{
          title: t`No performer records yet`,
          text: t`Creators add them when they deliver adult pools.`,
          action: { to: paths.adminPools, label: t`See all pools` },
        }}
        row={{
          title: ({ poolTitle }) => poolTitle,
          name: ({ poolTitle }) => poolTitle,
          subtitle: ({ user }) => `@${user.username}`,
          columns,
        }}
        drawer={({ id, row, onClose }) => (
          <DetailDrawer
            id={id}
            wanted={records.detail(id)}
            row={row}
            title={({ poolTitle }) => poolTitle}
            name={({ poolTitle }) => poolTitle}
            onClose={onClose}
          >
            {(item) => (
              <>
                <DrawerFacts
                  facts={[
                    { label: t`Pool`, value: <TextLink to={item.poolPath}>{item.poolTitle}</TextLink> },
                    {
                      label: t`Creator`,
                      value: <TextLink to={userPath(item.user.username)}>@{item.user.username}</TextLink>,
                    },
                    { label: t`People shown`, value: item.showsNoOne ? t`No one` : item.performers },
                    { label: t`Recorded`, value: fullDate(item.createdAt) },
                    { label: t`Kept until`, value: fullDate(item.keepUntil) },
                  ]}
                />
                <Button className="mt-4" onClick={() => setExporting([item])}>{t`Export record…`}</Button>
              </>
            )}
          </DetailDrawer>
        )}
      />
      {exporting ? <ExportDialog chosen={exporting} onClose={() => setExporting(undefined)} /> : null}
    </>
  );
}
