import type { z } from 'zod';
import { appError } from '#contract/errors.ts';
import type { counterNoticeForm, MyTakedown } from '#contract/legal.ts';
import { writeAudit } from '#server/audit/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterBusinessDays } from './business-days.ts';
import { forwardCounterNotice } from './complainant-mails.ts';
import { findMaterial, insertCounterNotice, lockMaterial, markCountered } from './materials.sql.ts';
import { notifyCounterNotice } from './notify-takedown.ts';
import { findPerson } from './people.sql.ts';
import { auditTargetOf, counterNoticesOf, materialView, noticeForSubject, referenceOf } from './takedown-view.ts';
import { findNotice } from './takedowns.sql.ts';

/** Returns the case about the actor's own material. Throws not_found for everyone else's. */
export async function readMyTakedown({ db: { sql } }: Platform, actor: Actor, id: string): Promise<MyTakedown> {
  const material = await findMaterial(sql, id);
  const notice = material?.subjectId === actor.userId ? await findNotice(sql, material.noticeId) : undefined;
  if (!material || !notice) throw appError('not_found');
  return {
    ...materialView(material),
    reference: referenceOf(notice.id),
    notice: noticeForSubject(notice),
    counterNotice: (await counterNoticesOf(sql, [id])).get(id) ?? null,
  };
}

/**
 * The person whose material was disabled answers the notice. The counter-notice is forwarded to the complainant, and the clock of the
 * restoration starts. Throws not_found for everyone else, and takedown_settled if the time to answer is over or it was answered.
 */
export async function sendCounterNotice(
  context: Platform,
  actor: Actor,
  ip: string,
  { id, form }: { id: string; form: z.output<typeof counterNoticeForm> },
): Promise<MyTakedown> {
  const { name, address, phone, explanation, signature } = form;
  await context.db.tx(async (tx) => {
    const material = await lockMaterial(tx, id);
    const person = await findPerson(tx, actor.userId);
    const notice = material?.subjectId === actor.userId ? await findNotice(tx, material.noticeId) : undefined;
    if (!material || !notice || !person) throw appError('not_found');
    if (material.status !== 'disabled' || material.isDue) throw appError('takedown_settled');
    const contact = { name, address, phone, email: person.email };
    const counter = await insertCounterNotice(tx, { materialId: id, ...contact, explanation, signature });
    const restoreAt = afterBusinessDays(material.now, context.config.takedowns.restoreBusinessDays);
    await markCountered(tx, id, restoreAt);
    await forwardCounterNotice(context, tx, { notice, material, counter, restoreAt });
    await notifyCounterNotice(context, tx, material, restoreAt);
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'takedown.countered',
      ...auditTargetOf(material),
      before: { status: 'disabled' },
      after: { status: 'countered', notice: notice.id, restoreAt: restoreAt.toISOString() },
      reason: null,
      ip,
      // Not a decision: people answer notices about their own material.
      concerned: 'no_one',
    });
  });
  return readMyTakedown(context, actor, id);
}
