import { getAdminMoney, getMoneyDays } from '#contract/calls/admin.ts';
import { optional, query } from '#web/data/query.ts';

/** The data changes without an action of the admin, so each mount fetches it again. */
export const moneyQuery = { ...query(getAdminMoney), staleTime: 5000 };
export const moneyDaysQuery = optional(query(getMoneyDays));
