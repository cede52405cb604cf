import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { AuditList } from '#web/admin-users/audit-list.tsx';
import { audit } from '#web/admin-users/lists.ts';

export const page = defineListPage({
  title: msg`Audit trail`,
  description: msg`Every action of an admin, with before, after and reason.`,
  ...audit,
});

export const Component = AuditList;
