import type { z } from 'zod';
import { answerTexts } from '#contract/answer-texts.ts';
import { inEnglish } from '#contract/language/text.ts';
import type { takedownForm } from '#contract/legal.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { addressKey, emailKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import { acknowledgeNotice } from './complainant-mails.ts';
import { notifyNoticeMade } from './notify-takedown.ts';
import { referenceOf } from './takedown-view.ts';
import { insertNotice } from './takedowns.sql.ts';

const hourMs = 60 * 60_000;
const thanks = inEnglish(answerTexts.noticeReceived);

/**
 * Stores a copyright notice, acknowledges it by mail and tells the admins. Works without an account. A notice with the hidden field
 * `website` comes from a bot and is dropped silently. Throws rate_limited.
 */
export async function sendTakedownNotice(
  context: Platform,
  request: RequestContext,
  form: z.output<typeof takedownForm>,
): Promise<{ reference: string; message: string }> {
  const { db, limits } = context;
  const { name, email, address, phone, work, signature } = form;
  await limits.limiter('takedown notices by address', { points: 10, perMs: hourMs }).consume(addressKey(request.ip));
  await limits.limiter('takedown notices by email', { points: 5, perMs: hourMs }).consume(emailKey(email));
  if (form.website !== '') return { reference: referenceOf(request.requestId), message: thanks };
  return db.tx(async (tx) => {
    const id = await insertNotice(tx, {
      name,
      email,
      address,
      phone,
      ownerName: form.ownerName || null,
      work,
      locations: [...new Set(form.locations)],
      signature,
      userId: request.actor?.userId ?? null,
    });
    await acknowledgeNotice(context, tx, { id, email });
    await notifyNoticeMade(context, tx, id);
    return { reference: referenceOf(id), message: thanks };
  });
}
