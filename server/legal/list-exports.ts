import type { z } from 'zod';
import { listTakedowns, type TakedownItem } from '#contract/legal.ts';
import { listProductions, type productionItem } from '#contract/performers.ts';
import { queueBatches } from '#server/moderation/queue.ts';
import type { CsvColumn } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { productionQueue } from './records/list-productions.ts';
import { takedownQueue } from './takedown-view.ts';

type Production = z.infer<typeof productionItem>;

const takedownColumns: readonly CsvColumn<TakedownItem>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Reference', value: ({ reference }) => reference },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Name', value: ({ name }) => name },
  { header: 'Owner', value: ({ ownerName }) => ownerName },
  { header: 'Email', value: ({ email }) => email },
  { header: 'Work', value: ({ work }) => work },
  { header: 'Addresses', value: ({ locations }) => locations.join('\n') },
  { header: 'Disabled', value: ({ materials }) => materials.map(({ label }) => label).join('\n') },
  { header: 'Posted by', value: ({ materials }) => [...new Set(materials.map(({ user }) => user.username))].join(' ') },
  { header: 'Counter-notices', value: ({ materials }) => materials.filter((one) => one.counterNotice).length },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Created', value: ({ createdAt }) => createdAt },
  { header: 'Decided', value: ({ decidedAt }) => decidedAt },
];

const productionColumns: readonly CsvColumn<Production>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Pool ID', value: ({ poolId }) => poolId },
  { header: 'Pool', value: ({ poolTitle }) => poolTitle },
  { header: 'Creator', value: ({ user }) => user.username },
  { header: 'People shown', value: ({ performers }) => performers },
  { header: 'No one shown', value: ({ showsNoOne }) => showsNoOne },
  { header: 'Recorded', value: ({ createdAt }) => createdAt },
  { header: 'Kept until', value: ({ keepUntil }) => keepUntil },
];

/** The lists of copyright notices and of performer records as CSV files. That of the records names no performer. */
export function legalListExports(context: Platform): CsvRoutes[] {
  const limiter = context.limits.limiter('admin exports', { points: 60, perMs: 60 * 60_000 });
  return [
    csvRoutes(
      {
        list: listTakedowns,
        name: 'copyright-notices',
        summary: 'Export the filtered copyright notices as CSV',
        // With the addresses and phone numbers of the people who wrote.
        freshProof: true,
        columns: takedownColumns,
        batches: ({ query }) => queueBatches(context, takedownQueue, query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: listProductions,
        name: 'performer-record-list',
        summary: 'Export the filtered list of performer records as CSV, without the people in them',
        columns: productionColumns,
        batches: ({ query }) => queueBatches(context, productionQueue, query),
      },
      limiter,
    ),
  ];
}
