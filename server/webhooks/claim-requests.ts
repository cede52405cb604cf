import { type ChatKind, isChatKind } from '#contract/webhooks/webhook-limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type Reservation, releaseRequests, reserveRequests } from './chat/chat-services.sql.ts';
import type { Claim } from './send-delivery.ts';
import {
  type Claimed,
  claimDeliveries,
  type DueEndpoint,
  type Lane,
  lockDueEndpoints,
  storeTurns,
} from './sending.sql.ts';

const requestOf = ({ id, endpointId, poolId }: Claimed) => (poolId ? `${endpointId} ${poolId}` : id);

interface Reserved {
  reservation: Reservation;
  endpointIds: Set<string>;
}

/** The endpoints of a chat service that may send now, one request each. */
async function reserveFor(tx: Tx, kind: ChatKind, endpoints: readonly DueEndpoint[]): Promise<Reserved | undefined> {
  const ids = endpoints.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const reserved = ids.length > 0 ? await reserveRequests(tx, kind, ids.length) : undefined;
  return reserved && { reservation: reserved.reservation, endpointIds: new Set(ids.slice(0, reserved.granted)) };
}

/** Leases due deliveries of endpoints whose turn it is, and returns them as requests. */
export async function claimRequests(
  { log }: Pick<Platform, 'log'>,
  tx: Tx,
  lane: Lane,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<Claim[]> {
  const endpoints = await lockDueEndpoints(tx, lane, limit);
  if (endpoints.length === 0) return [];
  // Also of those that may not send: many channels that wait for their service would keep everyone else waiting.
  await storeTurns(
    tx,
    endpoints.map(({ id }) => id),
  );
  const reserved = new Map<ChatKind, Reserved>();
  // In the same order everywhere, so that two processes never wait for each other.
  for (const kind of ['discord', 'slack'] as const) {
    const ofKind = await reserveFor(tx, kind, endpoints);
    if (ofKind) reserved.set(kind, ofKind);
    const wanted = endpoints.filter((one) => one.kind === kind).length;
    if (wanted > (ofKind?.endpointIds.size ?? 0)) {
      log.warn({ kind }, 'a chat service refused many requests, so it gets none for some minutes');
    }
  }
  const mayClaim = ({ id, kind }: DueEndpoint) => !isChatKind(kind) || reserved.get(kind)?.endpointIds.has(id);
  const ids = endpoints.filter(mayClaim).map(({ id }) => id);
  const claimed = await claimDeliveries(tx, ids, { ...lane, limit, leaseMs });
  const claims = [...Map.groupBy(claimed, requestOf).values()].map((together): Claim => {
    const kind = together[0]?.kind ?? 'webhook';
    const reservation = isChatKind(kind) ? reserved.get(kind)?.reservation : undefined;
    return { deliveryIds: together.map(({ id }) => id), reservation };
  });
  for (const [kind, { reservation, endpointIds }] of reserved) {
    const used = claims.filter((claim) => claim.reservation?.kind === kind).length;
    if (used < endpointIds.size) await releaseRequests(tx, reservation, endpointIds.size - used);
  }
  return claims;
}
