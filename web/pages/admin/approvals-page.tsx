import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { ApprovalList } from '#web/approvals/approval-list.tsx';
import { approvalsOn, pageIn, viewIn } from '#web/approvals/approval-queries.ts';
import { adminCountsQuery } from '#web/data/admin-counts.ts';
import { definePage } from '#web/data/page.ts';

export const page = definePage({
  title: msg`Second admin`,
  description: msg`What waits for a second admin.`,
  canonical: paths.adminApprovals,
  noindex: true,
  queries: ({ url }) => [approvalsOn(viewIn(url.searchParams), pageIn(url.searchParams)), adminCountsQuery],
});

export const Component = ApprovalList;
