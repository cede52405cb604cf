import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { transparencyInvariants } from './check-transparency.ts';
import { dailyRootJob } from './job-kinds.ts';
import { defineTransparencyJobs } from './jobs.ts';
import { readSigningKeys } from './ledger-keys.ts';
import { transparencyRoutes } from './routes.ts';

/** The hash chain over the ledger, its signed roots, and proofs for fans. */
export function transparencyModule(context: Platform): Module {
  defineTransparencyJobs(context);
  return {
    routes: transparencyRoutes(context),
    invariants: transparencyInvariants(context),
    async start() {
      await readSigningKeys(context.db.sql);
      // Publishes today's root if no node was running shortly after midnight.
      await context.db.tx((tx) => context.jobs.enqueue(tx, dailyRootJob, undefined, { singletonKey: 'start' }));
    },
  };
}
