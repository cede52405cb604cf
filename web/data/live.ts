import type { Socket } from 'socket.io-client';

/** What a pool's watchers see change; `pool_updated` of the '/live' namespace. */
export interface PoolUpdate {
  id: string;
  status: string;
  pledgedAmount: number;
  currentAmount: number;
  pledgedPercentage: number;
  paidPercentage: number;
  fanCount: number;
}

let connecting: Promise<Socket> | undefined;
const watchers = new Map<string, Set<(update: PoolUpdate) => void>>();

/** One socket a tab, opened by the first watcher. Its code is fetched then, after the page works. */
function connect(): Promise<Socket> {
  connecting ??= import('socket.io-client').then(({ io }) => {
    const socket = io('/live', {
      transports: ['websocket', 'polling'],
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      timeout: 20_000,
    });
    // After a break the server has forgotten what we watched.
    socket.on('connect', () => {
      for (const poolId of watchers.keys()) socket.emit('watch', { poolId });
    });
    socket.on('pool_updated', (update: PoolUpdate) => {
      for (const onChange of watchers.get(update.id) ?? []) onChange(update);
    });
    return socket;
  });
  return connecting;
}

/** Calls back whenever the pool's meter moves; returns how to stop. Browser only, from an effect. */
export function watchPool(poolId: string, onChange: (update: PoolUpdate) => void): () => void {
  const listeners = watchers.get(poolId) ?? new Set();
  const first = listeners.size === 0;
  listeners.add(onChange);
  watchers.set(poolId, listeners);
  if (first) {
    void connect().then((socket) => {
      if (socket.connected && watchers.has(poolId)) socket.emit('watch', { poolId });
    });
  }
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0 || watchers.get(poolId) !== listeners) return;
    watchers.delete(poolId);
    void connecting?.then((socket) => socket.emit('unwatch', { poolId }));
  };
}
