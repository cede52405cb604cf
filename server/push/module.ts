import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { pushInvariants } from './check-push.ts';
import { pushData } from './personal-data.sql.ts';
import { readPushKeys } from './push-keys.ts';
import { pushJob } from './queue-push.ts';
import { pushRoutes } from './routes.ts';
import { sendPush } from './send-push.ts';

/** Web Push: subscriptions of devices, and delivery to them while no page is open. Other modules decide what to send to which person. */
export function pushModule(context: Platform): Module {
  context.jobs.define(pushJob.kind, (push: Parameters<typeof sendPush>[1]) => sendPush(context, push), {
    queue: pushJob.queue,
    notAfterRestore: true,
  });
  return {
    routes: pushRoutes(context),
    invariants: pushInvariants(context),
    personalData: pushData,
    async start() {
      await readPushKeys(context);
    },
  };
}
