import { io } from 'socket.io-client';
import type { SmallSocket, SocketOptions } from './small-socket-client.ts';

/** Connects with the full socket.io client, and reconnects with the specification's backoff. A module of its own, because few networks need it. */
export function connectFullSocket({ namespace, onConnect, onEvent }: SocketOptions): SmallSocket {
  const socket = io(namespace, {
    transports: ['websocket', 'polling'],
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  });
  socket.on('connect', onConnect);
  socket.onAny(onEvent);
  return { emit: (event, payload) => void socket.emit(event, payload) };
}
