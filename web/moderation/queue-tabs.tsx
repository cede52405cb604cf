import { LinkTabs } from '#web/ui/tabs.tsx';
import { type Queue, type QueueState, queueHref } from './queue-state.ts';

/** The states of a queue as tabs. Each tab is a link. */
export function QueueTabs({
  queue,
  state,
  label,
  tabs,
}: {
  queue: Queue;
  state: QueueState;
  label: string;
  tabs: readonly (readonly [status: string, label: string])[];
}) {
  return (
    <div className="mb-5">
      <LinkTabs
        label={label}
        tabs={tabs.map(([status, text]) => ({
          to: queueHref(queue, state, { status }),
          label: text,
          current: state.status === status,
        }))}
      />
    </div>
  );
}
