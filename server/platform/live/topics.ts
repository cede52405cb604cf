/** Something that everyone can watch on the `/live` namespace, visitors included. A module registers it with `live.topic`. */
export interface Topic<Update> {
  /** Names the rooms of its watchers; unique among the topics. */
  readonly name: string;
  /** The field of the events `watch` and `unwatch` that holds the id (a UUID). */
  readonly idField: string;
  /** In the sentence that refuses to watch more of them. */
  readonly plural: string;
  /** What watchers receive. */
  readonly event: string;
  /** Only carries the update's type. */
  readonly update?: Update;
}

export type AnyTopic = Topic<unknown>;

export const topicRoom = ({ name }: AnyTopic, id: string): string => `${name}:${id}`;

const coalesceMs = 100;

interface UpdateQueue {
  add(topic: AnyTopic, id: string, update: unknown): void;
  /** Sends what waits. */
  close(): void;
}

/** Merges a burst of updates into the last one, so that watchers get at most ten a second of one id. */
export function createUpdateQueue(send: (topic: AnyTopic, id: string, update: unknown) => void): UpdateQueue {
  const waiting = new Map<string, () => void>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const sends = [...waiting.values()];
    waiting.clear();
    for (const run of sends) run();
  }

  return {
    add(topic, id, update) {
      waiting.set(topicRoom(topic, id), () => send(topic, id, update));
      timer ??= setTimeout(flush, coalesceMs);
    },
    close() {
      clearTimeout(timer);
      flush();
    },
  };
}
