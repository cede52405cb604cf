import type { CardProcessor } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import type { Attempt } from '#server/money/reconcile-attempts.ts';
import {
  listKnownDisputes,
  listKnownWarnings,
  listUnsentEvidence,
  searchStart,
  takeStaleDisputes,
} from './disputes.sql.ts';
import { sendEvidence } from './send-evidence.ts';
import { settleDispute } from './settle-dispute.ts';
import { settleFraudWarning } from './settle-fraud-warning.ts';
import { listKnownUnbooked, takeStaleUnbooked } from './unbooked.sql.ts';

const batch = 200;

/**
 * Finds disputes and fraud warnings without relying on webhooks, and sends evidence whose job was lost. Lists those of the last days, or
 * with `far` of the time that `searchStart` gives; looks up known open ones once an hour.
 */
export async function reconcileDisputes(
  context: MoneyContext,
  cards: CardProcessor,
  attempt: Attempt,
  { olderThanMs, far, restoredFrom }: { olderThanMs: number; far: boolean; restoredFrom: Date | undefined },
): Promise<void> {
  const { db } = context;
  const { disputes } = cards;
  if (!disputes) return;
  const since = await searchStart(db.sql, cards.name, { far, restoredFrom });
  await attempt('disputes', cards.name, async () => {
    const listed = await disputes.listDisputes(since);
    const refs = listed.map(({ disputeRef }) => disputeRef);
    const rowsByRef = new Map(
      (await listKnownDisputes(db.sql, cards.name, refs)).map((one) => [one.processorRef, one]),
    );
    const unbooked = new Map((await listKnownUnbooked(db.sql, cards.name, refs)).map((one) => [one.processorRef, one]));
    for (const state of listed) {
      const other = unbooked.get(state.disputeRef);
      if (other?.status === state.status && (other.kind === 'inquiry') === (state.inquiry ?? false)) continue;
      const one = rowsByRef.get(state.disputeRef);
      if (one?.status === state.status && one.feeCents === state.feeCents) continue;
      await attempt('dispute', state.disputeRef, () => settleDispute(context, cards, state));
    }
  });
  await attempt('fraud warnings', cards.name, async () => {
    const listed = await disputes.listFraudWarnings(since);
    const refs = listed.map(({ warningRef }) => warningRef);
    const rowsByRef = new Map(
      (await listKnownWarnings(db.sql, cards.name, refs)).map((one) => [one.processorRef, one]),
    );
    for (const warning of listed) {
      if (rowsByRef.get(warning.warningRef)?.actionable === warning.actionable) continue;
      await attempt('fraud warning', warning.warningRef, () => settleFraudWarning(context, cards, warning));
    }
  });
  const stale = await takeStaleDisputes(db.sql, cards.name, batch);
  for (const ref of [...stale, ...(await takeStaleUnbooked(db.sql, cards.name, batch))]) {
    await attempt('dispute', ref, async () => {
      const state = await disputes.lookUpDispute(ref);
      if (state) await settleDispute(context, cards, state);
    });
  }
  for (const id of await listUnsentEvidence(db.sql, cards.name, olderThanMs)) {
    await attempt('evidence', id, () => sendEvidence(context, id));
  }
}
