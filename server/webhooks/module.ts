import { verbatim } from '#contract/language/text.ts';
import { webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Module } from '#server/platform/module.ts';
import { deleteOldRefusals, forgetServices } from './chat/chat-services.sql.ts';
import { webhookInvariants } from './check-webhooks.ts';
import { deleteOldDeliveries } from './deliveries.sql.ts';
import { deleteEndedSecrets, deleteEndpointsOf, forgetWaiting } from './endpoints.sql.ts';
import { webhookMailSamples } from './mail-samples.ts';
import { notifyExpiringTokens } from './notify-expiring-tokens.ts';
import { webhookData } from './personal-data.sql.ts';
import { registerGauges } from './register-gauges.ts';
import { webhookRoutes } from './routes.ts';
import { webhookSender } from './run-sender.ts';

const perTransaction = 5000;

/** Events of the log as signed requests to addresses that people choose, by Standard Webhooks, and as messages in channels. */
export function webhooksModule(context: MoneyContext): Module {
  const { config, db, facts, hooks, jobs } = context;
  registerGauges(context);
  facts.within('user.left', (tx, { userId }) => deleteEndpointsOf(tx, userId));
  hooks.handle('audit.targets', async (_sql, targets) =>
    targets
      .filter(({ kind }) => kind === 'webhook')
      .map(({ kind, id }) => ({ kind, id, label: verbatim('Webhook'), path: null, userId: null, poolId: null })),
  );
  const sweep = jobs.define<undefined>('webhooks.sweep', async (_, signal) => {
    await db.tx(deleteEndedSecrets);
    await db.tx(deleteOldRefusals);
    while ((await db.tx((tx) => deleteOldDeliveries(tx, webhookLimits.keptMs, perTransaction))) === perTransaction) {
      signal.throwIfAborted();
    }
  });
  jobs.every('webhooks.sweep', '52 * * * *', sweep);
  const warn = jobs.define<undefined>('webhooks.expiring-tokens', (_, signal) => notifyExpiringTokens(context, signal));
  jobs.every('webhooks.expiring-tokens', '17 * * * *', warn);
  return {
    routes: webhookRoutes(context),
    personalData: webhookData,
    invariants: webhookInvariants,
    mailSamples: () => webhookMailSamples(context),
    async afterRestore(tx) {
      await forgetWaiting(tx);
      await forgetServices(tx);
    },
    async start() {
      if (config.role !== 'web') await webhookSender(context).start();
    },
    async stop() {
      await webhookSender(context).stop();
    },
  };
}
