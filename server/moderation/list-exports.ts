import type { z } from 'zod';
import * as contract from '#contract/admin/moderation.ts';
import { type ClaimItem, listClaims } from '#contract/claims.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { applicationBatches } from '#server/creators/list-applications.ts';
import type { CsvColumn } from '#server/platform/http/csv.ts';
import { csvMoney } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { claimQueue } from './claim-queue.ts';
import { contentClaimQueue } from './content-claim-queue.ts';
import { poolQueue } from './pool-queue.ts';
import { queueBatches } from './queue.ts';
import { reportQueue } from './report-queue.ts';

type PoolItem = z.infer<typeof contract.adminPoolItem>;
type Verification = z.infer<typeof contract.verificationItem>;
type Delivery = z.infer<typeof contract.contentClaimItem>;
type Report = z.infer<typeof contract.reportItem>;

interface Decided {
  id: string;
  status: string;
  user: PoolCard['creator'];
  createdAt: string;
  decidedAt: string | null;
}

const decided: readonly CsvColumn<Decided>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Username', value: ({ user }) => user.username },
  { header: 'Created', value: ({ createdAt }) => createdAt },
  { header: 'Decided', value: ({ decidedAt }) => decidedAt },
];

const poolColumns: readonly CsvColumn<PoolItem>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Title', value: ({ title }) => title },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Frozen', value: ({ frozen }) => frozen },
  { header: 'Highlighted', value: ({ isHighlighted }) => isHighlighted },
  { header: 'Adult', value: ({ adult }) => adult },
  { header: 'Owner', value: ({ creator }) => creator.username },
  { header: 'Creator', value: ({ targetCreator }) => targetCreator?.displayName ?? null },
  { header: 'Goal (USD)', value: ({ fundingGoal }) => csvMoney(fundingGoal) },
  { header: 'Pledged (USD)', value: ({ pledgedAmount }) => csvMoney(pledgedAmount) },
  { header: 'Paid (USD)', value: ({ currentAmount }) => csvMoney(currentAmount) },
  { header: 'Held (USD)', value: ({ heldCents }) => csvMoney(heldCents) },
  { header: 'Fans', value: ({ fanCount }) => fanCount },
  { header: 'Created', value: ({ createdAt }) => createdAt },
  { header: 'Deadline', value: ({ deadline }) => deadline },
];

const claimColumns: readonly CsvColumn<ClaimItem>[] = [
  ...decided,
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'Pool ID', value: (claim) => (claim.kind === 'pool' ? claim.poolId : null) },
  { header: 'Pool', value: (claim) => (claim.kind === 'pool' ? claim.poolTitle : null) },
  { header: 'Profile', value: ({ creatorUsername }) => creatorUsername },
  { header: 'Message', value: ({ message }) => message },
  { header: 'Proof', value: ({ proofUrl }) => proofUrl },
  { header: 'Reason', value: ({ reason }) => reason },
];

const verificationColumns: readonly CsvColumn<Verification>[] = [
  ...decided,
  { header: 'Full name', value: ({ fullName }) => fullName },
  { header: 'Profile', value: ({ username }) => username },
  { header: 'Category', value: ({ category }) => category },
  { header: 'Proof', value: ({ proofUrl }) => proofUrl },
  { header: 'Reason', value: ({ reason }) => reason },
];

const deliveryColumns: readonly CsvColumn<Delivery>[] = [
  ...decided,
  { header: 'Pool ID', value: ({ poolId }) => poolId },
  { header: 'Pool', value: ({ poolTitle }) => poolTitle },
  { header: 'Paid (USD)', value: ({ request }) => csvMoney(request.paidAmount) },
  { header: 'Due', value: ({ request }) => request.deliveryDueAt },
  { header: 'Files', value: ({ content }) => content.files.length },
  { header: 'Links', value: ({ content }) => content.links.length },
  { header: 'Reason', value: ({ content }) => content.reason },
];

const reportColumns: readonly CsvColumn<Report>[] = [
  ...decided,
  { header: 'Kind', value: ({ kind }) => kind },
  { header: 'Pool ID', value: ({ poolId }) => poolId },
  { header: 'Pool', value: ({ poolTitle }) => poolTitle },
  { header: 'About', value: ({ reported }) => reported?.user?.username ?? null },
  { header: 'Text', value: ({ reported }) => reported?.excerpt ?? null },
  { header: 'Text before edits', value: ({ reported }) => reported?.earlierTexts.join('\n\n') || null },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Answer', value: ({ answer }) => answer },
];

/** The admin lists as CSV files: all rows of the filtered list, newest or oldest first. */
export function listExports(context: Platform): CsvRoutes[] {
  const limiter = context.limits.limiter('admin exports', { points: 60, perMs: 60 * 60_000 });
  return [
    csvRoutes(
      {
        list: contract.listAdminPools,
        name: 'pools',
        summary: 'Export the filtered pools as CSV',
        columns: poolColumns,
        batches: ({ query }) => queueBatches(context, poolQueue, query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: listClaims,
        name: 'claims',
        summary: 'Export the filtered claims as CSV',
        columns: claimColumns,
        batches: ({ query }) => queueBatches(context, claimQueue(query.kind), query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: contract.listVerifications,
        name: 'verifications',
        summary: 'Export the filtered creator applications as CSV',
        columns: verificationColumns,
        batches: ({ query }) => applicationBatches(context, query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: contract.listContentClaims,
        name: 'deliveries',
        summary: 'Export the filtered deliveries as CSV',
        columns: deliveryColumns,
        batches: ({ query }) => queueBatches(context, contentClaimQueue, query),
      },
      limiter,
    ),
    csvRoutes(
      {
        list: contract.listReports,
        name: 'reports',
        summary: 'Export the filtered reports as CSV',
        columns: reportColumns,
        batches: ({ query }) => queueBatches(context, reportQueue(query.kind), query),
      },
      limiter,
    ),
  ];
}
