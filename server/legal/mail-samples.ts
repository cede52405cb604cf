import { type Text, t } from '#contract/language/text.ts';
import { noticeSample } from '#server/notifications/mail-samples.ts';
import type { Letter, MailSample } from '#server/platform/mail/mail.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import {
  acknowledgeNotice,
  forwardCounterNotice,
  mailDisabled,
  mailRejection,
  mailSettled,
} from './complainant-mails.ts';
import type { CounterNoticeRow, MaterialRow } from './materials.sql.ts';
import { counterNoticeMade, disabledNotice, repeatInfringer, settledNotice, takedownMade } from './notify-takedown.ts';
import type { NoticeRow } from './takedowns.sql.ts';

const due = new Date('2027-01-15T12:00:00Z');
const at = new Date('2026-12-20T12:00:00Z');
const id = (n: number) => `0b7d7a52-52c5-4c55-8b5c-3a1d6ad7b00${n}`;

const notice: NoticeRow = {
  id: id(1),
  name: 'Nora Field',
  email: 'nora@example.org',
  address: '1 Main Street, Springfield, US',
  phone: '+1 555 0100',
  ownerName: null,
  work: 'The photograph “Harbor at five”',
  locations: ['https://example.org/pool/1'],
  signature: 'Nora Field',
  userId: null,
  status: 'open',
  reason: null,
  decidedAt: null,
  createdAt: at,
};

const material: MaterialRow = {
  id: id(2),
  noticeId: id(1),
  kind: 'pool',
  targetId: id(3),
  poolId: id(3),
  subjectId: id(4),
  label: 'The pool “A live album from the lighthouse”',
  kept: {},
  frozePool: true,
  status: 'disabled',
  dueAt: due,
  disabledAt: at,
  settledAt: null,
  outcome: null,
  reason: null,
};

const counter: CounterNoticeRow = {
  id: id(5),
  materialId: id(2),
  name: 'Sam Stone',
  address: '2 Side Street, Springfield, US',
  phone: '+1 555 0101',
  email: 'sam@example.org',
  explanation: 'I took this picture myself.',
  signature: 'Sam Stone',
  createdAt: at,
};

/** The emails to a complainant, from the operations that send them: a collector replaces the mail queue. */
async function complainantSamples(context: Platform): Promise<MailSample[]> {
  const samples: MailSample[] = [];
  const collect = async (
    name: string,
    when: Text,
    send: (context: InTransaction<Platform>, tx: Tx) => Promise<void>,
  ) => {
    const queue = async (_tx: Tx, { compose }: Letter) => {
      samples.push({ id: name, group: t`Legal`, when, ...compose() });
    };
    // These operations use the transaction only to queue the mail.
    await send({ ...context, mail: { ...context.mail, send: queue } }, undefined as unknown as Tx);
  };
  await collect('complaint-received', t`To a complainant: notice received`, (to, tx) =>
    acknowledgeNotice(to, tx, notice),
  );
  await collect('complaint-rejected', t`To a complainant: notice rejected`, (to, tx) =>
    mailRejection(to, tx, notice, 'The signature is missing.'),
  );
  await collect('complaint-disabled', t`To a complainant: material disabled`, (to, tx) =>
    mailDisabled(to, tx, notice, [material.label]),
  );
  await collect('complaint-countered', t`To a complainant: counter-notice`, (to, tx) =>
    forwardCounterNotice(to, tx, { notice, material, counter, restoreAt: due }),
  );
  await collect('complaint-restored', t`To a complainant: material restored`, (to, tx) =>
    mailSettled(to, tx, notice, { material, outcome: 'clock', status: 'restored', isVisible: true, reason: null }),
  );
  await collect('complaint-kept-down', t`To a complainant: material stays disabled`, (to, tx) =>
    mailSettled(to, tx, notice, {
      material,
      outcome: 'action_filed',
      status: 'kept_down',
      isVisible: false,
      reason: null,
    }),
  );
  return samples;
}

/** Every email about takedown notices. */
export async function legalMailSamples(context: Platform): Promise<MailSample[]> {
  const notices = [
    disabledNotice(material),
    settledNotice(material, { status: 'restored', isVisible: true, reason: null }),
    settledNotice(material, { status: 'kept_down', isVisible: false, reason: null }),
    takedownMade(notice.id),
    counterNoticeMade(material, due),
    repeatInfringer('sam_stone', 3),
  ];
  return [...notices.map((each) => noticeSample(context, each)), ...(await complainantSamples(context))];
}
