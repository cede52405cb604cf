import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { chainJournals } from './chain-journals.ts';
import { postKeyChange, postRoot, saveKeyChange, saveRoot } from './copy-outside.ts';
import { dailyRootJob, postKeyChangeJob, postRootJob, saveKeyChangeJob, saveRootJob } from './job-kinds.ts';
import { publishRoot } from './publish-root.ts';
import { dailyRootMinute } from './read-roots.ts';

/** Registers the handlers. Chains journals every minute and publishes a root shortly after midnight UTC. */
export function defineTransparencyJobs(context: Platform): void {
  const { jobs } = context;
  const define = <P>({ kind, queue }: JobKind<P>, handler: (payload: P, signal: AbortSignal) => Promise<void>) =>
    jobs.define(kind, handler, { queue });
  define(saveRootJob, ({ rootId }) => saveRoot(context, rootId));
  define(postRootJob, ({ rootId }) => postRoot(context, rootId));
  define(saveKeyChangeJob, ({ number }) => saveKeyChange(context, number));
  define(postKeyChangeJob, ({ number }) => postKeyChange(context, number));
  define(dailyRootJob, async (_payload, signal) => void (await publishRoot(context, { daily: true, signal })));
  const chain = jobs.define<undefined>('transparency.chain', (_payload, signal) => chainJournals(context, signal), {
    queue: 'clock',
  });
  jobs.every('transparency.chain', '* * * * *', chain);
  jobs.every('transparency.daily_root', `${dailyRootMinute} 0 * * *`, dailyRootJob);
}
