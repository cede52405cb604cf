import { type DisputeItem, listDisputes } from '#contract/admin/disputes.ts';
import type { MoneyMovement } from '#contract/admin/money.ts';
import { type HeldItem, listHeldPools, listMovements } from '#contract/admin/money-lists.ts';
import { formatCurrency } from '#contract/values/money.ts';
import { type CsvColumn, csvMoney } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { disputeBatches } from './list-disputes.ts';
import { heldBatches } from './list-held.ts';
import { movementBatches } from './list-movements.ts';

const movementColumns: readonly CsvColumn<MoneyMovement>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'State', value: ({ state }) => state },
  { header: 'Result', value: ({ result }) => result },
  { header: 'Amount (USD)', value: ({ amountCents }) => csvMoney(amountCents) },
  { header: 'Pool ID', value: ({ poolId }) => poolId },
  { header: 'Pool', value: ({ poolTitle }) => poolTitle },
  { header: 'Username', value: ({ username }) => username },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Next step', value: ({ nextStep }) => nextStep },
  { header: 'Reference', value: ({ processorRef }) => processorRef },
  { header: 'Created', value: ({ createdAt }) => createdAt },
  { header: 'Settled', value: ({ settledAt }) => settledAt },
];

const heldColumns: readonly CsvColumn<HeldItem>[] = [
  { header: 'Pool ID', value: ({ id }) => id },
  { header: 'Pool', value: ({ poolTitle }) => poolTitle },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Frozen', value: ({ frozen }) => frozen },
  { header: 'Held (USD)', value: ({ heldCents }) => csvMoney(heldCents) },
  { header: 'Fans', value: ({ fanCount }) => fanCount },
  { header: 'Creator', value: ({ creator }) => creator },
  { header: 'Deadline', value: ({ dueAt }) => dueAt },
];

const disputeColumns: readonly CsvColumn<DisputeItem>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'State', value: ({ status }) => status },
  { header: 'Amount (USD)', value: ({ amountCents, currency }) => (currency === null ? csvMoney(amountCents) : null) },
  { header: 'Other currency', value: ({ amountCents, currency }) => currency && formatCurrency(amountCents, currency) },
  { header: 'Fee (USD)', value: ({ feeCents }) => csvMoney(feeCents) },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Pool ID', value: ({ poolId }) => poolId },
  { header: 'Pool', value: ({ poolTitle }) => poolTitle },
  { header: 'Username', value: ({ username }) => username },
  { header: 'Evidence due', value: ({ dueAt }) => dueAt },
  { header: 'Evidence submitted', value: ({ evidenceAt }) => evidenceAt },
  { header: 'Opened', value: ({ openedAt }) => openedAt },
  { header: 'Settled', value: ({ settledAt }) => settledAt },
  { header: 'Reference', value: ({ processorRef }) => processorRef },
];

/** The lists of money as CSV files. */
export function moneyListExports(context: Platform): CsvRoutes[] {
  const limiter = context.limits.limiter('admin exports', { points: 60, perMs: 60 * 60_000 });
  return [
    csvRoutes(
      {
        list: listMovements,
        name: 'movements',
        summary: 'Export the filtered charges, refunds, payouts and disputes as CSV',
        columns: movementColumns,
        batches: ({ query }) => movementBatches(context, query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: listHeldPools,
        name: 'held',
        summary: 'Export the filtered pools that hold money as CSV',
        columns: heldColumns,
        batches: ({ query }) => heldBatches(context, query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: listDisputes,
        name: 'disputes',
        summary: 'Export the filtered disputes or fraud warnings as CSV',
        columns: disputeColumns,
        batches: ({ query }) => disputeBatches(context, query),
      },
      limiter,
    ),
  ];
}
