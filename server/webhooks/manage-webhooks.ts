import type { InputOf, OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { EventType } from '#contract/events.ts';
import { t } from '#contract/language/text.ts';
import { isChatKind, typesOfKind, typesOfScope, webhookLimits } from '#contract/webhooks/webhook-limits.ts';
import type * as contract from '#contract/webhooks/webhooks.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { readEnd } from '#server/events/read-events.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { requireFreshProof } from '#server/platform/http/routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { auditSiteWebhook } from './audit-webhook.ts';
import { shownAddress } from './chat/chat-address.ts';
import { checkAddress, checkChange, sealAddress, storedAddress } from './endpoint-address.ts';
import { makeEndpointSecret, spellSecret } from './endpoint-secrets.ts';
import {
  countEndpoints,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  forgetTokens,
  insertEndpoint,
  listEndpointRows,
  lockEndpoint,
  newEndpointId,
  rotateSecret,
  turnOff,
  turnOn,
  updateEndpoint,
} from './endpoints.sql.ts';
import { feedEndpoint } from './feed-deliveries.ts';
import { recordChange } from './notify-changed.ts';
import { requireProof, type WebhookCaller } from './webhook-caller.ts';

const isoOf = (time: Date | null) => time?.toISOString() ?? null;

const webhookOf = ({ id, kind, scope, url, description, types, offReason, ...times }: EndpointRow): Webhook => ({
  id,
  kind,
  scope,
  url: shownAddress({ kind, url }),
  description,
  types,
  state: offReason ?? 'on',
  failingSince: isoOf(times.failingSince),
  missedSince: isoOf(times.missedSince),
  pausedUntil: isoOf(times.pausedUntil),
  previousSecretUntil: isoOf(times.previousSecretUntil),
  createdAt: times.createdAt.toISOString(),
});

export async function listWebhooks({ db }: Platform, actor: Actor): Promise<OutputOf<typeof contract.listWebhooks>> {
  return { webhooks: (await listEndpointRows(db.sql, actor)).map(webhookOf) };
}

/** Throws not_found, also for another person's. */
async function rowOf({ db }: Platform, actor: Actor, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(db.sql, actor, id);
  if (!row) throw appError('not_found');
  return row;
}

export const readWebhook = async (context: Platform, actor: Actor, id: string): Promise<Webhook> =>
  webhookOf(await rowOf(context, actor, id));

function checkTypes({ kind, scope }: Pick<EndpointRow, 'kind' | 'scope'>, types: readonly EventType[]): void {
  const isAllowed = (allowed: readonly EventType[]) => types.every((type) => allowed.includes(type));
  if (isAllowed(typesOfKind(kind, scope))) return;
  const message = () => {
    if (isAllowed(typesOfScope(scope))) return t`Channels get only events that everyone may read.`;
    return scope === 'site'
      ? t`The events of one person aren’t sent to webhooks of the site.`
      : t`Some of these events are only for webhooks of the site.`;
  };
  throw appError('validation_failed', { message, fields: { types: message } });
}

/** Sends what happens from now on. Throws forbidden, validation_failed, and conflict for one too many. */
export async function createWebhook(
  context: Platform,
  caller: WebhookCaller,
  { url, types, description, scope, kind }: InputOf<typeof contract.createWebhook>['body'],
): Promise<OutputOf<typeof contract.createWebhook>> {
  const { actor } = caller;
  const { userId } = actor;
  requireProof(caller);
  if (scope === 'site' && actor.role !== 'admin') throw appError('forbidden');
  checkTypes({ kind, scope }, types);
  const address = await checkAddress(context, kind, url);
  const position = await readEnd(context);
  const { id, secret } = await context.db.tx(async (tx) => {
    if ((await countEndpoints(tx, userId)) >= webhookLimits.perPerson) {
      throw appError('conflict', {
        message: () => t`You have ${{ max: webhookLimits.perPerson }} webhooks, the most allowed. Delete one first.`,
      });
    }
    const id = await newEndpointId(tx);
    const { secret, sealed } = await sealAddress(tx, id, address);
    const endpoint = { id, userId, kind, scope, url: address.url, description, types, secret: sealed, position };
    await insertEndpoint(tx, endpoint);
    await recordChange(context, tx, caller, { endpointId: id, url: address.url, change: 'created' });
    await auditSiteWebhook(tx, caller, 'webhook.created', { after: await lockEndpoint(tx, actor, id) });
    return { id, secret };
  });
  return { webhook: await readWebhook(context, actor, id), secret: secret && spellSecret(secret) };
}

/** Whether types can be added to an endpoint without sending what happened before. */
const mayTake = ({ offReason, position, types }: EndpointRow, wanted: readonly EventType[], end: number) =>
  offReason !== null || position >= end || wanted.every((type) => types.includes(type));

/** Of a hundred events each: 10,000 events took 1.1 seconds. */
const feedTurnsMax = 100;

/**
 * Makes the deliveries of everything up to a place in the log, as the process that sends them does. Throws conflict if there is too much for
 * one call; the deliveries so far stay.
 */
async function feedUpTo(context: Platform, actor: Actor, id: string, end: number): Promise<void> {
  for (let turn = 0; turn < feedTurnsMax; turn += 1) {
    const place = await findEndpoint(context.db.sql, actor, id);
    if (!place || place.offReason || place.position >= end) return;
    await feedEndpoint(context, place, end);
  }
  throw appError('conflict', {
    message: () =>
      t`This webhook is still catching up on many earlier events, so no events can be added yet. Try again in a minute.`,
  });
}

/**
 * A webhook that ended with an API token becomes its owner's, who sees where it sends. Throws proof_required, also for every other token: only
 * a session gives a proof.
 */
async function takeOver(tx: Tx, { actor }: WebhookCaller, id: string): Promise<void> {
  requireFreshProof(actor);
  await forgetTokens(tx, id);
}

/** Another address needs a fresh proof: the events are a person's own. Throws not_found, proof_required, validation_failed, and conflict. */
export async function changeWebhook(
  context: Platform,
  caller: WebhookCaller,
  id: string,
  { url, types, description, isOn }: InputOf<typeof contract.changeWebhook>['body'],
): Promise<Webhook> {
  const { actor } = caller;
  const before = await rowOf(context, actor, id);
  if (types) checkTypes(before, types);
  const move = url === undefined ? undefined : await checkChange(context, before, url);
  if (move) requireProof(caller);
  const address = await move?.check();
  const position = await readEnd(context);
  /** Returns false, and changes nothing, if what happened before has to get its deliveries first. */
  const change = async (tx: Tx): Promise<boolean> => {
    const locked = await lockEndpoint(tx, actor, id);
    if (!locked) throw appError('not_found');
    if (types && !mayTake(locked, types, position)) return false;
    await updateEndpoint(tx, id, { address: address && (await storedAddress(tx, id, address)), types, description });
    if (address) await recordChange(context, tx, caller, { endpointId: id, url: address.url, change: 'moved' });
    if (isOn === true && locked.isOrphaned) await takeOver(tx, caller, id);
    if (isOn === true) await turnOn(tx, id, position);
    if (isOn === false) await turnOff(tx, id, 'by_owner');
    const after = await lockEndpoint(tx, actor, id);
    await auditSiteWebhook(tx, caller, 'webhook.changed', { before: locked, after });
    return true;
  };
  while (!(await context.db.tx(change))) await feedUpTo(context, actor, id, position);
  return readWebhook(context, actor, id);
}

export async function deleteWebhook({ db }: Platform, caller: WebhookCaller, id: string): Promise<{ ok: true }> {
  await db.tx(async (tx) => {
    const before = await lockEndpoint(tx, caller.actor, id);
    if (!before) throw appError('not_found');
    await deleteEndpoint(tx, id);
    await auditSiteWebhook(tx, caller, 'webhook.deleted', { before });
  });
  return { ok: true };
}

export async function rotateWebhookSecret(
  context: Platform,
  caller: WebhookCaller,
  id: string,
): Promise<OutputOf<typeof contract.rotateWebhookSecret>> {
  const { actor } = caller;
  requireProof(caller);
  const secret = await context.db.tx(async (tx) => {
    const before = await lockEndpoint(tx, actor, id);
    if (!before) throw appError('not_found');
    if (isChatKind(before.kind)) {
      throw appError('conflict', {
        message: () => t`Messages in a channel aren’t signed, so there is no secret to change.`,
      });
    }
    const { secret, sealed } = await makeEndpointSecret(tx, id);
    await rotateSecret(tx, id, sealed, webhookLimits.previousSecretMs);
    await recordChange(context, tx, caller, { endpointId: id, url: before.url, change: 'secret' });
    await auditSiteWebhook(tx, caller, 'webhook.secret_changed', { before });
    return secret;
  });
  return { webhook: await readWebhook(context, actor, id), secret: spellSecret(secret) };
}
