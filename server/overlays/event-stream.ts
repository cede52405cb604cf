import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** A page that reads slower than this loses its connection. It reads on with another one, from the last message that it has. */
const maxUnreadBytes = 64 * 1024;

export interface EventStream {
  /** The place in the log up to which the reader has everything. */
  position: number;
  send(message: { event: 'view' | 'alert'; data: string; id?: number | undefined }): void;
  /** A comment, so that the reader and proxies see that the connection lives. */
  beat(): void;
  end(): void;
  isClosed(): boolean;
}

/** Begins a response of server-sent events, with the headers that the reply has. */
export function openEventStream(reply: FastifyReply, onClose: () => void): EventStream {
  reply.hijack();
  const { raw } = reply;
  // A reader that leaves is no fault.
  raw.on('error', () => undefined);
  raw.once('close', onClose);
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.flushHeaders();
  // An alert and the view after it make one packet.
  let waiting = '';
  const flush = () => {
    write(raw, waiting);
    waiting = '';
  };
  const add = (text: string) => {
    if (waiting === '') queueMicrotask(flush);
    waiting += text;
  };
  return {
    position: 0,
    send: ({ event, data, id }) => add(`${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`),
    beat: () => add(':\n\n'),
    end() {
      flush();
      raw.end();
    },
    isClosed: () => raw.destroyed || raw.writableEnded,
  };
}

function write(raw: ServerResponse, text: string): void {
  if (text === '' || raw.destroyed || raw.writableEnded) return;
  if (raw.writableLength > maxUnreadBytes) raw.destroy();
  else raw.write(text);
}
