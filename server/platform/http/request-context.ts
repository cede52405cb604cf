import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AppError, ErrorCode } from '#contract/app-error.ts';
import type { AnyEndpoint, InputOf, OutputOf, RoleName, Who } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { Locale } from '#contract/language/languages.ts';
import type { Language } from '#contract/language/text.ts';
import type { Scope } from '#contract/scopes.ts';
import type { AdultViewer } from './adult-gate.ts';

/** The signed-in person who calls, read for each request. */
export interface Actor {
  userId: string;
  role: RoleName;
  username: string;
  /** The language in which the person reads; one that the site offers. */
  locale: Locale;
  suspended: boolean;
  emailVerified: boolean;
  /** With an API token its id, which is no session's. */
  sessionId: string;
  /** Whether the person has proved their identity within this session in the last ten minutes. */
  hasFreshProof: boolean;
}

/** The person behind a session cookie. */
export interface SignedIn extends Actor {
  /** The person's role requires a second factor that they don't have. They may only set it up. */
  mustSetUp?: boolean;
}

/** A valid API token of a request. */
export interface TokenCall {
  tokenId: string;
  /** The token's owner, as they are now. */
  actor: SignedIn;
  scopes: readonly Scope[];
}

export interface CookieOptions {
  /** Seconds until the cookie expires. Without it the cookie lasts for the browser's session. */
  maxAgeS?: number;
  /** Default true: scripts cannot read it. */
  httpOnly?: boolean;
  sameSite?: 'lax' | 'strict';
}

/** Cookies of request and response. Names are bare; `Secure` and the `__Host-` prefix are added if PUBLIC_URL is https. */
export interface ReplyCookies {
  get(name: string): string | undefined;
  set(name: string, value: string, options?: CookieOptions): void;
  clear(name: string): void;
}

export interface UploadedFile {
  field: string;
  filename: string;
  /** The sender's claim. Decide by the bytes. */
  mimetype: string;
  data: Buffer;
}

export interface UploadForm {
  fields: Record<string, string>;
  files: UploadedFile[];
}

export interface RequestContext extends AdultViewer {
  actor: Actor | null;
  /** A person who must set up a second factor first. `actor` is null then, so that everything else treats them as a visitor. */
  inSetUp: Actor | null;
  /** The API token of the request. `actor` is null then, except within an endpoint that takes the token. */
  byToken: TokenCall | null;
  ip: string;
  userAgent: string;
  requestId: string;
  cookies: ReplyCookies;
  /** Makes the browser delete everything that our pages stored except cookies. For responses that end the session. */
  clearStorage(): void;
  /**
   * Reads the form of a `multipart` endpoint into memory. A file of `maxFileBytes` or more is refused with the code `tooLarge`
   * (default `payload_too_large`).
   */
  readForm(options: { maxFileBytes: number; maxFiles?: number; tooLarge?: ErrorCode }): Promise<UploadForm>;
}

type RouteInput<E extends AnyEndpoint> = InputOf<E>;

/** An endpoint with its handler; made by `route()`, registered by the server and called in process by the page renderer. */
export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly handler: (input: InputOf<AnyEndpoint>, request: RequestContext) => Promise<unknown>;
}

/** Routes that endpoints cannot express: streams, raw webhook bodies, HTML pages, redirects. */
export type RawRoutes = (app: FastifyInstance) => void;

/** A call that an endpoint cannot express, as the API document lists it. */
export interface RawCall {
  method: 'get' | 'head' | 'post' | 'patch' | 'delete';
  /** With parameters as `{name}`. */
  path: string;
  summary: string;
  who: Who;
}

/** A request that the product sends to other programs. */
export interface WebhookCall {
  type: string;
  summary: string;
  schema: z.ZodType;
  example: object;
}

/** Turns the value of the session cookie into an actor, or null if the session is unknown or has ended. */
export type SessionReader = (cookieValue: string) => Promise<SignedIn | null>;

/** Turns the text of an API token into its owner and scopes, or null if it is malformed, unknown, expired or revoked. */
export type TokenReader = (text: string, ip: string) => Promise<TokenCall | null>;

/** A call that was refused before or by its handler. */
export interface Refusal {
  endpoint: Pick<AnyEndpoint, 'method' | 'path' | 'who'>;
  actor: Actor | null;
  ip: string;
  error: AppError;
}

export interface SessionReaders {
  setSessionReader(reader: SessionReader): void;
  /** Also null for people who must set up a second factor first. */
  readSession(cookieValue: string): Promise<Actor | null>;
  readAnySession: SessionReader;
  setTokenReader(reader: TokenReader): void;
  readToken: TokenReader;
  /** Subscribes to refused calls over HTTP. The response waits for the listener, which must not throw. */
  onRefusal(listener: (refusal: Refusal) => Promise<void>): void;
  reportRefusal(refusal: Refusal): Promise<void>;
}

/** The bare name of the session cookie: `cookies.set(sessionCookie, token, …)`. */
export const sessionCookie = 'sid';

/** Ties a handler to its endpoint. The server checks the caller before the handler runs. */
export function route<E extends AnyEndpoint>(
  endpoint: E,
  handler: (input: RouteInput<E>, request: RequestContext) => Promise<OutputOf<E>>,
): Route {
  return { endpoint, handler: handler as Route['handler'] };
}

export function sessionReaders(): SessionReaders {
  let current: SessionReader = async () => null;
  let tokens: TokenReader = async () => null;
  const listeners: ((refusal: Refusal) => Promise<void>)[] = [];
  return {
    onRefusal: (listener) => void listeners.push(listener),
    reportRefusal: async (refusal) => {
      for (const listener of listeners) await listener(refusal);
    },
    setSessionReader: (reader) => {
      current = reader;
    },
    readSession: async (value) => {
      const signedIn = await current(value);
      return signedIn?.mustSetUp ? null : signedIn;
    },
    readAnySession: (value) => current(value),
    setTokenReader: (reader) => {
      tokens = reader;
    },
    readToken: (text, ip) => tokens(text, ip),
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every request by http.ts. */
    fanfare: {
      context: Promise<RequestContext> | undefined;
      readContext: () => Promise<RequestContext>;
      /** The language that the caller wants to read errors in, besides English. */
      language: Language | undefined;
    };
  }
}

/** The context of a raw route's request; the same object for the whole request. */
export function rawContext(request: FastifyRequest): Promise<RequestContext> {
  request.fanfare.context ??= request.fanfare.readContext();
  return request.fanfare.context;
}

/** The actor of a raw route's request. */
export async function actorOf(request: FastifyRequest): Promise<Actor | null> {
  return (await rawContext(request)).actor;
}

/** The actor of a request whose endpoint requires one; throws not_signed_in otherwise. */
export function signedIn(request: RequestContext): Actor {
  if (!request.actor) throw appError('not_signed_in');
  return request.actor;
}
