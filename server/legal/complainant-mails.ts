import { type Message, msg, plural, sentences, type Text, t, textOf, verbatim } from '#contract/language/text.ts';
import { fullDate } from '#contract/values/time.ts';
import { givenReason } from '#server/notifications/notice.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type { CounterNoticeRow, MaterialRow, Outcome } from './materials.sql.ts';
import { referenceOf } from './takedown-view.ts';
import type { NoticeRow } from './takedowns.sql.ts';

interface ComplainantMail {
  notice: Pick<NoticeRow, 'id' | 'email'>;
  compose: () => { subject: Text; paragraphs: Text[]; facts?: [label: Text, value: Text][] };
  /** Makes a repeated job send the email once. */
  cause: string;
}

/** Emails the complainant, who may have no account. Replies go to the operator. */
async function mailComplainant(
  { config, mail }: InTransaction<Platform>,
  tx: Tx,
  { notice, compose, cause }: ComplainantMail,
): Promise<void> {
  const { brandName, publicUrl } = config;
  const reference = referenceOf(notice.id);
  await mail.send(tx, {
    // The notice does not say in which language its sender reads.
    to: { email: notice.email, locale: 'en' },
    replyTo: 'operator',
    compose: () => {
      const { subject, ...content } = compose();
      const footer = sentences(
        t`You’re receiving this because someone sent a copyright notice with this email.`,
        t`Reference: ${{ reference }}.`,
        t`Reply to this message to write to us.`,
      );
      return {
        subject: t`${{ reference }}: ${{ subject }}`,
        ...renderMail({ brandName, publicUrl, heading: subject, ...content, footer }),
      };
    },
    messageId: `takedown-${cause}`,
  });
}

/**
 * Acknowledges a notice. The email contains nothing that the sender typed, because anyone can type another person's email into the form.
 */
export async function acknowledgeNotice(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: Pick<NoticeRow, 'id' | 'email'>,
): Promise<void> {
  await mailComplainant(context, tx, {
    notice,
    compose: () => ({
      subject: t`We received your copyright notice`,
      paragraphs: [
        t`An admin will review it within two business days, and we’ll email you the decision.`,
        t`If you didn’t send this notice, reply to this message and we’ll discard it.`,
      ],
    }),
    cause: `${notice.id}-received`,
  });
}

export async function mailRejection(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: NoticeRow,
  reason: string,
): Promise<void> {
  await mailComplainant(context, tx, {
    notice,
    compose: () => ({
      subject: t`Your copyright notice was not accepted`,
      paragraphs: [
        givenReason(reason),
        t`Nothing was disabled. You can send a new notice with the missing information.`,
      ],
    }),
    cause: `${notice.id}-rejected`,
  });
}

export async function mailDisabled(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: NoticeRow,
  labels: string[],
): Promise<void> {
  await mailComplainant(context, tx, {
    notice,
    compose: () => ({
      subject: t`We disabled the material in your notice`,
      paragraphs: [
        ...labels.map(verbatim),
        t`The person who posted it can send a counter-notice. If they do, we forward it to you.`,
      ],
    }),
    cause: `${notice.id}-disabled`,
  });
}

/** Forwards a counter-notice in full, as 17 U.S.C. 512(g)(2)(B) requires. */
export async function forwardCounterNotice(
  context: InTransaction<Platform>,
  tx: Tx,
  {
    notice,
    material,
    counter,
    restoreAt,
  }: { notice: NoticeRow; material: MaterialRow; counter: CounterNoticeRow; restoreAt: Date },
): Promise<void> {
  const days = context.config.takedowns.restoreBusinessDays;
  await mailComplainant(context, tx, {
    notice,
    compose: () => ({
      subject: t`A counter-notice to your copyright notice`,
      paragraphs: [
        t`${{ material: material.label }} was disabled after your notice. The person who posted it sent this counter-notice.`,
        t`We will restore the material on ${{ date: fullDate(restoreAt) }}, after ${plural({ days }, { one: '# business day', other: '# business days' })}, unless you first tell us that you have filed an action seeking a court order against this person. Reply to this message with the court and the case number.`,
        ...(counter.explanation ? [t`Explanation: ${{ explanation: counter.explanation }}`] : []),
        t`Under penalty of perjury, the person states a good faith belief that the material was disabled by mistake or misidentification. The person consents to the jurisdiction of the federal district court for their address, or, outside the United States, of any district in which we may be found, and will accept service of process from you or your agent.`,
      ],
      facts: [
        [t`Name`, verbatim(counter.name)],
        [t({ message: 'Address', context: 'of a person' }), verbatim(counter.address)],
        [t`Phone`, verbatim(counter.phone)],
        [t`Email`, verbatim(counter.email)],
        [t`Signature`, verbatim(counter.signature)],
      ],
    }),
    cause: `${counter.id}-forwarded`,
  });
}

const ends: Record<Outcome, Message> = {
  clock: msg`You didn’t tell us about a court action in time, so the material is available again.`,
  admin: msg`We restored the material.`,
  action_filed: msg`You told us about your court action, so the material stays disabled.`,
  unanswered: msg`The person who posted the material sent no counter-notice, so it stays disabled.`,
};

const staysRemoved = msg`The case is closed. The material stays removed for another reason.`;

export async function mailSettled(
  context: InTransaction<Platform>,
  tx: Tx,
  notice: NoticeRow,
  {
    material,
    outcome,
    status,
    isVisible,
    reason,
  }: {
    material: MaterialRow;
    outcome: Outcome;
    status: 'restored' | 'kept_down';
    /** False for a restored comment that a report keeps removed, and for a picture that was deleted in the meantime. */
    isVisible: boolean;
    reason: string | null;
  },
): Promise<void> {
  const restored = status === 'restored';
  const text = !restored && outcome === 'admin' ? ends.unanswered : ends[outcome];
  await mailComplainant(context, tx, {
    notice,
    compose: () => ({
      subject: restored && isVisible ? t`The material was restored` : t`The material stays disabled`,
      paragraphs: [
        t`${{ material: material.label }}: ${{ result: textOf(restored && !isVisible ? staysRemoved : text) }}`,
        ...(outcome === 'admin' && reason ? [givenReason(reason)] : []),
      ],
    }),
    cause: `${material.id}-${status}`,
  });
}
