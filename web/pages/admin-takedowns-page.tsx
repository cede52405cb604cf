import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { queueIn } from '#web/moderation/queue-state.ts';
import { takedownQueue, takedownsOf } from '#web/moderation/queues.ts';
import { repeatInfringers, TakedownList } from '#web/moderation/takedown-list.tsx';

export const page = definePage({
  title: 'Copyright notices',
  description: 'Copyright notices to decide, disabled material and counter-notices.',
  canonical: paths.adminTakedowns,
  noindex: true,
  queries: ({ url }) => [takedownsOf(queueIn(takedownQueue, url.searchParams)), repeatInfringers],
});

export const Component = TakedownList;
