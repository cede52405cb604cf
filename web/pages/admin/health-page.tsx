import { msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { settingsQuery } from '#web/admin-table/setting-notes.tsx';
import { definePage } from '#web/data/page.ts';
import { HealthReport, healthQuery } from '#web/health/health-report.tsx';
import { setupQuery } from '#web/health/setup-query.ts';

export const page = definePage({
  title: msg`Health`,
  description: msg`The state of this installation, and what to do if something is wrong.`,
  canonical: paths.adminHealth,
  noindex: true,
  queries: () => [healthQuery, setupQuery, settingsQuery],
});

export const Component = HealthReport;
