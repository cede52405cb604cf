import { SelectField } from '#web/ui/field.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { useQueue } from './queue-frame.tsx';
import { type Queue, queueHref } from './queue-state.ts';

/** Filters a queue by the kind of its entries; kept in the address. */
export function QueueKinds({
  queue,
  kinds,
}: {
  queue: Queue;
  kinds: readonly (readonly [kind: string, words: string])[];
}) {
  const state = useQueue(queue);
  return (
    <div className="w-full sm:w-48">
      <SelectField
        label="Kind"
        hideLabel
        value={state.kind}
        onChange={(event) =>
          navigate(queueHref(queue, state, { kind: event.target.value }), { replace: true, keepScroll: true })
        }
      >
        <option value="">All kinds</option>
        {kinds.map(([kind, words]) => (
          <option key={kind} value={kind}>
            {words}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
