import { msg } from '#contract/language/text.ts';
import { defineListPage } from '#web/admin-table/list-page.ts';
import { users } from '#web/admin-users/lists.ts';
import { UserList } from '#web/admin-users/user-list.tsx';

export const page = defineListPage({
  title: msg`User management`,
  description: msg`Everyone with an account. Change roles, verify, suspend, sign out or delete.`,
  ...users,
});

export const Component = UserList;
