import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertSecurityHeaders } from '#testing/client.ts';

export interface Call {
  method: string;
  path: string;
  token: string;
  /** The raw body. */
  text?: string;
  contentType?: string;
}

export interface Answer {
  status: number;
  body: unknown;
  /** The value of the session cookie in the response. */
  token: string | undefined;
}

export const json = (value: unknown) => ({ text: JSON.stringify(value), contentType: 'application/json' });

export async function send(url: string, { method, path, token, text, contentType }: Call): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { cookie: `sid=${token}`, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
    ...(text === undefined || method === 'GET' ? {} : { body: text }),
  });
  assertSecurityHeaders(response);
  const answer = await response.text();
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('sid='));
  return {
    status: response.status,
    body: answer === '' ? undefined : JSON.parse(answer),
    token: /^sid=([\w-]{43});/.exec(cookie ?? '')?.[1],
  };
}

/** Sends a whole call, or only the first half of its body, and closes the connection without waiting for the answer. */
export async function sendAndLeave(
  url: string,
  { method, path, token, text = '{}', contentType = 'application/json' }: Call,
  { isHalf, afterMs }: { isHalf: boolean; afterMs: number },
): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const body = Buffer.from(text);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    `cookie: sid=${token}`,
    `content-type: ${contentType}`,
    `content-length: ${body.length}`,
    '',
    '',
  ];
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.on('error', () => socket.destroy());
  socket.write(head.join('\r\n'));
  socket.write(isHalf ? body.subarray(0, Math.floor(body.length / 2)) : body);
  await sleep(afterMs);
  socket.destroy();
  await closed;
}
