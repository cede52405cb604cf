import type { Actor } from '#server/platform/http/request-context.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import { requireFreshProof } from '#server/platform/http/routes.ts';

/** The person who changes a webhook, and how. */
export interface WebhookCaller {
  actor: Actor;
  ip: string;
  /** The API token of the call; null in a session. */
  tokenId: string | null;
}

export const webhookCaller = (request: RequestContext): WebhookCaller => ({
  actor: signedIn(request),
  ip: request.ip,
  tokenId: request.byToken?.tokenId ?? null,
});

/** Throws proof_required. An API token is a proof: its owner gave one when they made it, and programs cannot give another. */
export function requireProof({ actor, tokenId }: WebhookCaller): void {
  if (tokenId === null) requireFreshProof(actor);
}
