import { getAdminMoney, getMoneyDays } from '#contract/admin/money.ts';
import { optional, query } from '#web/data/query.ts';

/** Changes without the admin's doing, so a new mount fetches it again. */
export const moneyQuery = { ...query(getAdminMoney), staleTime: 5000 };
export const moneyDaysQuery = optional(query(getMoneyDays));
