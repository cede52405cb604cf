import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The signed-in person who makes a request; read again for each request. */
export interface Actor {
  userId: string;
  role: 'user' | 'creator' | 'admin';
  username: string;
  suspended: boolean;
  emailVerified: boolean;
  sessionId: string;
}

export interface CookieOptions {
  /** Seconds until the browser forgets it; without it the cookie lasts as long as the browser. */
  maxAgeS?: number;
  /** Default true: scripts cannot read it. */
  httpOnly?: boolean;
  sameSite?: 'lax' | 'strict';
}

/** Cookies of the answer. Names are given bare; `Secure` and the `__Host-` prefix are added when PUBLIC_URL is https. */
export interface ReplyCookies {
  get(name: string): string | undefined;
  set(name: string, value: string, options?: CookieOptions): void;
  clear(name: string): void;
}

export interface UploadedFile {
  field: string;
  filename: string;
  /** What the sender claims; decide by the bytes. */
  mimetype: string;
  data: Buffer;
}

export interface UploadForm {
  fields: Record<string, string>;
  files: UploadedFile[];
}

export interface RequestContext {
  actor: Actor | null;
  ip: string;
  userAgent: string;
  requestId: string;
  /** Has passed the age gate within the last four hours (cookie). */
  ageVerified: boolean;
  cookies: ReplyCookies;
  /** Makes the browser drop what our pages stored in it, cookies excepted. For answers that end the browser's session. */
  clearStorage(): void;
  /**
   * The form of a `multipart` endpoint, its files in memory. A file of `maxFileBytes` or more is refused with `tooLarge`
   * (`payload_too_large` unless told).
   */
  readForm(options: { maxFileBytes: number; maxFiles?: number; tooLarge?: ErrorCode }): Promise<UploadForm>;
}

type RouteInput<E extends AnyEndpoint> = InputOf<E>;

/** An endpoint with its handler; made by `route()`, registered by the server and called in process by the page renderer. */
export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly handler: (input: InputOf<AnyEndpoint>, request: RequestContext) => Promise<unknown>;
}

/** What endpoints cannot express: streams, raw webhook bodies, HTML pages, redirects. */
export type RawRoutes = (app: FastifyInstance) => void;

/** Turns the value of the session cookie into an actor, or null when the session is unknown or over. */
export type SessionReader = (cookieValue: string) => Promise<Actor | null>;

export interface SessionReaders {
  setSessionReader(reader: SessionReader): void;
  readSession: SessionReader;
}

/** The bare name of the session cookie: `cookies.set(sessionCookie, token, …)`. */
export const sessionCookie = 'sid';
/** The bare name of the cookie that remembers the age gate; its lifetime is the browser's to keep. */
export const ageCookie = 'age_verified';
/** Whether a value of that cookie says yes; the age gate itself writes the first. */
export const confirmsAge = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Ties a handler to its endpoint. Who may call is checked before the handler runs. */
export function route<E extends AnyEndpoint>(
  endpoint: E,
  handler: (input: RouteInput<E>, request: RequestContext) => Promise<OutputOf<E>>,
): Route {
  return { endpoint, handler: handler as Route['handler'] };
}

export function sessionReaders(): SessionReaders {
  let current: SessionReader = async () => null;
  return {
    setSessionReader: (reader) => {
      current = reader;
    },
    readSession: (value) => current(value),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request by http.ts. */
    fanfare: { context: Promise<RequestContext> | undefined; readContext: () => Promise<RequestContext> };
  }
}

/** The context of a raw route's request; the same object for the whole request. */
export function rawContext(request: FastifyRequest): Promise<RequestContext> {
  request.fanfare.context ??= request.fanfare.readContext();
  return request.fanfare.context;
}

/** Who is asking, for raw routes. */
export async function actorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await rawContext(request)).actor;
}
