import type { z } from 'zod';
import type { creatorMessage, listSentMessages as listContract, SentMessage } from '#contract/contributors.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { plural, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { readPoolCards } from '#server/pools/read-pool-cards.ts';
import { countRecipientsNow, findOwnPool, insertRecipients, lockOwnPool } from './contributors.sql.ts';
import type {} from './facts.ts';
import {
  countMessagesToday,
  findMessageByKey,
  findMessageFor,
  insertMessage,
  listMessagesOf,
  type MessageRow,
} from './messages.sql.ts';

const sentMessageOf = ({ id, body, recipientCount, createdAt }: MessageRow): SentMessage => ({
  id,
  text: body,
  recipientCount,
  createdAt: createdAt.toISOString(),
});

interface Message {
  poolId: string;
  text: string;
  requestKey: string;
}

/**
 * Sends a message to everyone with a live pledge to the creator's pool. The message and its recipients are stored first; notices and emails
 * follow as jobs. Repeating the call with the same key returns the same message. Throws `rate_limited`, `pool_state`,
 * `pool_frozen`, `request_key_reused`.
 */
export async function messageContributors(context: Platform, actor: Actor, message: Message): Promise<SentMessage> {
  await context.limits.limiter('creator-message', { points: 30, perMs: 60 * 60_000 }).consume(actor.userId);
  return context.db.tx(async (tx) => {
    const pool = await lockOwnPool(tx, actor.userId, message.poolId);
    if (!pool) throw appError('not_found');
    const existing = await findMessageByKey(tx, actor.userId, message.requestKey);
    if (existing && (existing.poolId !== message.poolId || existing.body !== message.text))
      throw appError('request_key_reused');
    if (existing) return sentMessageOf(existing);
    if (pool.status === 'removed' || pool.status === 'in_review') throw appError('pool_state');
    if (pool.frozen) throw appError('pool_frozen');
    return sentMessageOf(await storeMessage(context, tx, actor, message));
  });
}

const tooOften = () =>
  appError('rate_limited', {
    message: () =>
      t`You can message the fans of a pool ${plural({ times: limits.creatorMessage.perPoolAndDay }, { one: '# time', other: '# times' })} a day. Try again tomorrow.`,
  });
const noOne = () =>
  appError('pool_state', { message: () => t`No one is backing this pool right now, so there’s no one to message.` });

/** The pool's lock makes the count of today's messages exact. A message to another pool may use the same request key at the same moment. */
async function storeMessage(
  context: InTransaction<Platform>,
  tx: Tx,
  { userId: creatorId }: Actor,
  { poolId, text: body, requestKey }: Message,
): Promise<MessageRow> {
  if ((await countMessagesToday(tx, poolId)) >= limits.creatorMessage.perPoolAndDay) throw tooOften();
  const recipientCount = await countRecipientsNow(tx, poolId, creatorId);
  if (recipientCount === 0) throw noOne();
  const stored = await insertMessage(tx, { poolId, creatorId, body, requestKey, recipientCount });
  if (!stored) throw appError('request_key_reused');
  await insertRecipients(tx, { messageId: stored.id, poolId, creatorId });
  await context.facts.publish(tx, 'creator.message_sent', { messageId: stored.id });
  return stored;
}

/** Lists a creator's messages to the fans of a pool, newest first. */
export async function listSentMessages(
  context: Platform,
  actor: Actor,
  poolId: string,
): Promise<OutputOf<typeof listContract>> {
  const { sql } = context.db;
  if (!(await findOwnPool(sql, actor.userId, poolId))) throw appError('not_found');
  return { messages: (await listMessagesOf(sql, poolId, actor.userId)).map(sentMessageOf) };
}

/** Reads a message as its recipient, its sender or an admin. Throws not_found for anyone else. */
export async function readCreatorMessage(
  context: Platform,
  actor: Actor,
  { id, seesAdult }: { id: string; seesAdult: boolean },
): Promise<z.output<typeof creatorMessage>> {
  const message = await findMessageFor(context.db.sql, id, actor.userId);
  const may = message && (message.isRecipient || message.creatorId === actor.userId || actor.role === 'admin');
  const pool = may ? (await readPoolCards(context, [message.poolId], seesAdult)).get(message.poolId) : undefined;
  if (!message || !pool) throw appError('not_found');
  const { creatorId, username, displayName, avatarUrl, adult } = message;
  return {
    id,
    text: isAgeGated({ seesAdult }, pool) ? '' : message.body,
    createdAt: message.createdAt.toISOString(),
    creator: maskAdultPerson({ id: creatorId, username, displayName, avatarUrl }, { adult, seesAdult }),
    poolId: pool.id,
    poolTitle: pool.title,
    poolPath: pool.canonicalPath,
    adult: pool.adult,
  };
}
