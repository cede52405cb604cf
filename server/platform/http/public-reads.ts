import type { AnyEndpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { type ContextState, contextState } from '#server/platform/concurrency/context-state.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Replica } from '#server/platform/postgres/replica.ts';
import { type RequestContext, type Route, route } from './request-context.ts';

/** The caches and single flights of the reads on the replica, so that other reads never get a value from there. */
const stateOnReplica = contextState((): { state: ContextState } => ({ state: new Map() }));

function onReplica<Context extends Platform>(context: Context, { sql }: Replica): Context {
  return { ...context, db: { ...context.db, sql }, state: stateOnReplica(context).state };
}

/**
 * Runs a read of public data on the replica, if there is one and it has everything that the primary had committed by now. Otherwise, and
 * if the replica fails, on the primary. So `work` may run twice, and must take its connection and its caches from the context it gets.
 */
export async function readPublic<Context extends Platform, Answer>(
  context: Context,
  work: (context: Context) => Promise<Answer>,
): Promise<Answer> {
  const { replica } = context;
  if (!replica) return work(context);
  if (await replica.catchUp()) {
    try {
      const answer = await work(onReplica(context, replica));
      replica.count('replica');
      return answer;
    } catch (error) {
      if (!replica.isAtFault(error)) throw error;
      context.log.warn({ err: error }, 'a read failed on the replica: the primary answers it');
    }
  }
  replica.count('primary');
  return work(context);
}

type Handler<Context, E extends AnyEndpoint> = (
  context: Context,
  input: InputOf<E>,
  request: RequestContext,
) => Promise<OutputOf<E>>;

/** A route that answers everyone alike, except for the age gate. The replica may answer it. */
export function publicRoute<Context extends Platform, E extends AnyEndpoint>(
  context: Context,
  endpoint: E,
  handler: Handler<Context, E>,
): Route {
  return route(endpoint, (input, request) => readPublic(context, (reader) => handler(reader, input, request)));
}

/** A route whose answer depends on the signed-in person. The replica may answer visitors. */
export function visitorRoute<Context extends Platform, E extends AnyEndpoint>(
  context: Context,
  endpoint: E,
  handler: Handler<Context, E>,
): Route {
  return route(endpoint, (input, request) =>
    request.actor ? handler(context, input, request) : readPublic(context, (reader) => handler(reader, input, request)),
  );
}
