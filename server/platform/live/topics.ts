import type { Packet } from './packets.ts';

/** Something that everyone can watch on the `/live` namespace, visitors included. A module registers it with `live.topic`. */
export interface Topic<Update> {
  /** Names the rooms of its watchers; unique among the topics. */
  readonly name: string;
  /** The field of the events `watch` and `unwatch` that holds the id (a UUID). */
  readonly idField: string;
  /** In the sentence that refuses to watch more of them. */
  readonly plural: string;
  /** The payload that watchers receive. */
  readonly event: string;
  /** Only carries the update's type. */
  readonly update?: Update;
}

export type AnyTopic = Topic<unknown>;

export const topicRoom = ({ name }: AnyTopic, id: string): string => `${name}:${id}`;

const coalesceMs = 100;

interface UpdateQueue {
  /** Replaces a packet of the same key that still waits. */
  add(key: string, packet: Packet): void;
  /** Sends the waiting updates. */
  close(): void;
}

/** Merges a burst of packets into the last one per key, so that a client gets at most ten a second of one key. */
export function createUpdateQueue(send: (packet: Packet) => void): UpdateQueue {
  const waiting = new Map<string, Packet>();
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const packets = [...waiting.values()];
    waiting.clear();
    for (const packet of packets) send(packet);
  }

  return {
    add(key, packet) {
      waiting.set(key, packet);
      timer ??= setTimeout(flush, coalesceMs);
    },
    close() {
      clearTimeout(timer);
      flush();
    },
  };
}
