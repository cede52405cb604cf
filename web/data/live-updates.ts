import type { PoolUpdate } from '#contract/socket-events.ts';
import { connectSmallSocket, type SmallSocket } from './small-socket-client.ts';

/** How many notices the person has not read. */
type UnreadListener = (unread: number) => void;

// Client only: only event handlers and effects write it.
let wire: SmallSocket | undefined;
const watchers = new Map<string, Set<(update: PoolUpdate) => void>>();
const unreadListeners = new Set<UnreadListener>();

const namespace = '/live';
/** After a break the server has forgotten what we watched. */
const watchAll = () => {
  for (const poolId of watchers.keys()) wire?.emit('watch', { poolId });
};
const hear = (update: PoolUpdate) => {
  for (const onChange of watchers.get(update.id) ?? []) onChange(update);
};
const hearUnread = ({ unread }: { unread: number }) => {
  for (const onChange of unreadListeners) onChange(unread);
};
const onEvent = (event: string, payload: unknown) => {
  if (event === 'pool_updated') hear(payload as PoolUpdate);
  else if (event === 'notified') hearUnread(payload as { unread: number });
};

/** One socket a tab, opened by the first watcher. */
function connect(): void {
  wire ??= connectSmallSocket({
    namespace,
    onConnect: watchAll,
    onEvent,
    onBlocked: () => void connectWithFullClient(),
  });
}

/** Where a proxy lets no WebSocket through: the full client, which can poll. */
async function connectWithFullClient(): Promise<void> {
  const { io } = await import('socket.io-client');
  const socket = io(namespace, {
    transports: ['websocket', 'polling'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
  wire = { emit: (event, payload) => void socket.emit(event, payload) };
  socket.on('connect', watchAll);
  socket.on('pool_updated', hear);
  socket.on('notified', hearUnread);
}

/** Calls back whenever the pool's meter moves; returns how to stop. Browser only, from an effect. */
export function watchPool(poolId: string, onChange: (update: PoolUpdate) => void): () => void {
  const listeners = watchers.get(poolId) ?? new Set();
  const first = listeners.size === 0;
  listeners.add(onChange);
  watchers.set(poolId, listeners);
  connect();
  if (first) wire?.emit('watch', { poolId });
  return () => {
    listeners.delete(onChange);
    if (listeners.size > 0 || watchers.get(poolId) !== listeners) return;
    watchers.delete(poolId);
    wire?.emit('unwatch', { poolId });
  };
}

/** Calls back whenever the signed-in person is told something, or has read it; returns how to stop. Browser only, from an effect. */
export function watchUnread(onChange: UnreadListener): () => void {
  unreadListeners.add(onChange);
  connect();
  return () => void unreadListeners.delete(onChange);
}
