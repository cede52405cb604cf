import type { IncomingMessage } from 'node:http';

export const socketPath = '/socket.io/';

/**
 * Whether a request opens a WebSocket of socket.io. Node answers any other request as if it had no Upgrade header, as RFC 9110 (7.8)
 * allows. engine.io would leave it without an answer and keep its connection, and nginx would count a failure of this node.
 */
export function opensSocket(request: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return asksForWebSocket(request) && (request.url ?? '').startsWith(socketPath);
}

export function asksForWebSocket({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}
