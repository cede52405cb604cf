import type { DisputeDetail } from '#contract/admin/disputes.ts';
import { appError } from '#contract/errors.ts';
import type { DisputeEvidence } from '#server/money/card-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { composeEvidence } from './compose-evidence.ts';
import { type DisputeRow, readDisputeRows } from './disputes.sql.ts';
import { type AccessRow, type EvidenceRow, listAccesses, readEvidenceRow } from './evidence.sql.ts';
import { itemOf } from './list-disputes.ts';
import { readPaidCharge } from './read-paid-charge.ts';

/** Reads a dispute or warning with its timeline and evidence, for an admin. Throws not_found. */
export async function readDispute({ db: { sql } }: Platform, id: string, viewerId: string): Promise<DisputeDetail> {
  const [row] = await readDisputeRows(sql, [id]);
  if (!row) throw appError('not_found');
  const { pledge, accesses } = await readFacts(sql, row);
  const composed = pledge && row.status === 'needs_response' ? composeEvidence(pledge, accesses) : undefined;
  return {
    ...itemOf(row),
    timeline: timelineOf(row, pledge, accesses),
    evidence: storedEvidence(row) ?? (composed ? viewOf(composed) : null),
    canSubmit: composed !== undefined && row.evidence === null,
    evidenceSent: row.evidenceSentAt !== null,
    evidenceError: row.evidenceError,
    charge: await readPaidCharge(sql, row.paymentId, viewerId),
  };
}

/** The evidence that a click submits now. Throws not_found, and conflict if the dispute takes none. */
export async function readEvidence(sql: Connection, id: string): Promise<DisputeEvidence> {
  const [row] = await readDisputeRows(sql, [id]);
  if (!row) throw appError('not_found');
  const { pledge, accesses } = await readFacts(sql, row);
  if (!pledge || row.status !== 'needs_response') {
    throw appError('conflict', { message: () => 'The bank takes no evidence for this anymore.' });
  }
  return composeEvidence(pledge, accesses);
}

async function readFacts(sql: Connection, { subject, paymentId }: DisputeRow) {
  const pledgeId = subject.slice('pledge:'.length);
  const [pledge, accesses] = await Promise.all([readEvidenceRow(sql, paymentId), listAccesses(sql, pledgeId)]);
  return { pledge, accesses };
}

const viewOf = ({ serviceDate, ...evidence }: DisputeEvidence) => ({
  ...evidence,
  serviceDate: serviceDate?.toISOString() ?? null,
});

/** Stored as JSON in the shape of the preview. */
const storedEvidence = ({ evidence }: DisputeRow) => evidence as DisputeDetail['evidence'];

type Moment = [at: Date | null | undefined, text: string];

const taken = 'The bank took the payment back. The fan’s access is suspended.';
const inquiryText = 'The bank asked about the payment. No money has moved.';

function openingOf({ status, openedAt, escalatedAt, currency }: DisputeRow): Moment[] {
  if (status === 'warning') return [[openedAt, 'The bank warned of fraud.']];
  if (status === 'inquiry') return [[openedAt, inquiryText]];
  if (status === 'other_currency')
    return [[openedAt, `The bank took the payment back in ${currency.toUpperCase()}. The payment is frozen.`]];
  if (escalatedAt)
    return [
      [openedAt, inquiryText],
      [escalatedAt, taken],
    ];
  return [[openedAt, taken]];
}

function decisionOf({ status, stage }: DisputeRow): string {
  if (status === 'inquiry') return 'The bank closed its inquiry.';
  return (stage ?? status) === 'won'
    ? 'The bank decided in our favor. The payment counts again.'
    : 'The bank decided in favor of the fan, who keeps the money.';
}

function timelineOf(row: DisputeRow, pledge: EvidenceRow | undefined, accesses: readonly AccessRow[]) {
  const opens = accesses.map(({ firstAt }) => firstAt);
  const closes = accesses.map(({ lastAt }) => lastAt).sort((a, b) => a.getTime() - b.getTime());
  const moments: Moment[] = [
    [pledge?.pledgedAt, 'The fan pledged.'],
    [pledge?.terms ? new Date(pledge.terms.acceptedAt) : null, 'The creator accepted.'],
    [pledge?.paidAt, 'The card was charged.'],
    [pledge?.deliveredAt, 'The creator delivered.'],
    [opens[0], 'The fan opened the delivery for the first time.'],
    [closes.length > 1 ? closes.at(-1) : null, 'The fan last opened the delivery.'],
    ...openingOf(row),
    [row.evidenceAt, 'An admin submitted the evidence.'],
    [row.evidenceSentAt, 'The processor received the evidence.'],
    [row.settledAt, decisionOf(row)],
  ];
  return moments
    .flatMap(([at, text]) => (at ? [{ at: at.toISOString(), text }] : []))
    .sort((a, b) => a.at.localeCompare(b.at));
}
