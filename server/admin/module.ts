import type {} from '#server/approvals/hooks.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import type { AdminContext } from './change-person.ts';
import { peopleExport } from './export-people.ts';
import { liftSuspensions } from './lift-suspensions.ts';
import { promotionExecutor } from './promote-person.ts';
import { adminRoutes } from './routes.ts';

/** The people area of admins: roles, verification, suspension, sessions, deletion on request. */
export function adminModule(context: MoneyContext): Module {
  const lift = context.jobs.define<undefined>('admin.lift_suspensions', () => liftSuspensions(context), {
    queue: 'clock',
  });
  context.jobs.every('admin.lift_suspensions', '*/5 * * * *', lift);
  const executors = { 'user.promote': promotionExecutor(context) };
  context.hooks.handle('approval.executors', () => executors);
  const admin: AdminContext = { ...context, liftSuspensions: lift };
  const { raw, call } = peopleExport(context);
  return { routes: adminRoutes(admin), raw: [raw], rawCalls: [call] };
}
