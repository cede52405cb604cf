import { useMutation } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { acceptPool } from '#contract/calls/pools.ts';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { msg, plural, sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { isAnsweredBelowGoal } from '#contract/pools/pool-status.ts';
import { latinDigits } from '#contract/values/latin-digits.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import { asAppError, call } from '#web/data/call.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusInvalid } from '#web/ui/forms/focus-invalid.ts';
import { TextLink } from '#web/ui/link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { durationText } from '#web/ui/time-left.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Choices } from './contract-choices.tsx';
import { dayMs, daysIn, faultsOf, longestOf, mayStartNow, type Terms } from './contract-terms.ts';
import { type Dashboard, useRefreshDashboard } from './dashboard-data.ts';
import { ForecastTable } from './forecast-table.tsx';

function useAccept(pool: CreatorRequest, onDone: () => void) {
  const refresh = useRefreshDashboard();
  // The dashboard is live. Without the mark from the opening, the creator could accept content that changed unnoticed in the open dialog.
  const [seenMark, setSeenMark] = useState(pool.contentMark);
  const acceptance = useMutation({
    mutationFn: ({ days, floorCents, atCurrent, late }: Terms) =>
      call(acceptPool, {
        params: { id: pool.id },
        body: {
          deliveryDays: Number(latinDigits(days)),
          floorCents: floorCents ?? 0,
          atCurrentAmount: startsNow(pool, { atCurrent, floorCents }),
          allowLatePledges: late,
          contentMark: seenMark,
        },
      }),
    onSuccess: async ({ status, clocks }) => {
      onDone();
      await refresh();
      let description = t`Cards are being charged now.`;
      if (status === 'accepted') description = t`Cards are charged automatically when the goal is met.`;
      if (clocks.accountDueAt)
        description = t`Set up your payouts by ${{ date: fullDate(clocks.accountDueAt) }}. Then cards are charged.`;
      toast({ title: t`Accepted`, description });
    },
    onError: async (error) => {
      if (asAppError(error).code === 'pool_state') await refresh();
    },
  });
  const { error } = acceptance;
  const markAsSeen = useEffectEvent(() => setSeenMark(pool.contentMark));
  // The message appears together with the new content, and tells the creator to read it.
  useEffect(() => {
    if (error && asAppError(error).code === 'pool_state') markAsSeen();
  }, [error]);
  return acceptance;
}

/** Whether accepting charges the current amount. After the funding deadline, waiting for the goal is no choice. */
const startsNow = (pool: CreatorRequest, { atCurrent, floorCents }: Pick<Terms, 'atCurrent' | 'floorCents'>) =>
  (atCurrent || isAnsweredBelowGoal(pool)) && mayStartNow(pool, floorCents);

const floorLimitOf = (pool: CreatorRequest) => (isAnsweredBelowGoal(pool) ? pool.pledgedAmount : pool.fundingGoal);

interface UndertakingProps {
  pool: CreatorRequest;
  days: number | null;
  floorCents: Terms['floorCents'];
  atCurrent: boolean;
  payoutsReady: boolean;
  windows: Dashboard['windows'];
}

function Undertaking({ pool, days, floorCents, atCurrent, payoutsReady, windows }: UndertakingProps) {
  const now = atCurrent || pool.pledgedAmount >= pool.fundingGoal;
  return (
    <p className="text-sm font-[550]" suppressHydrationWarning>
      {sentences(
        now ? chargesAtOnce(pool.fanCount, payoutsReady) : chargesAtGoal(pool.fundingGoal),
        !now && (floorCents ?? 0) < pool.fundingGoal
          ? t`Once pledges reach your floor, you can start earlier.`
          : undefined,
        days === null
          ? t`You deliver by the date you set; otherwise everyone is refunded.`
          : t`You deliver within ${plural({ days }, { one: '# day', other: '# days' })} after cards are charged; otherwise everyone is refunded.`,
        t`Once you accept, your delivery time and floor can’t be changed.`,
        now && payoutsReady && days !== null
          ? t`If you deliver in time, you’re paid out by ${{ date: fullDate(Date.now() + windows.collectingMs + days * dayMs + windows.quietMs) }} at the latest.`
          : undefined,
      )}
    </p>
  );
}

const chargesAtOnce = (cards: number, payoutsReady: boolean): Text =>
  payoutsReady
    ? t`When you accept, ${plural({ cards }, { one: '# card is charged.', other: '# cards are charged.' })}`
    : t`When you accept and your payouts are set up, ${plural({ cards }, { one: '# card is charged.', other: '# cards are charged.' })}`;

const chargesAtGoal = (goalCents: number): Text =>
  t`Cards are charged automatically when ${{ goal: formatMoney(goalCents) }} is pledged.`;

/** The sum to expect. Nothing if every card is likely to work. */
function likelySum({ expected }: Pick<CreatorRequest, 'expected'>): Text | undefined {
  if (!expected) return undefined;
  const rounded = (cents: number) => formatMoney(Math.round(cents / 100) * 100);
  const [low, high] = [rounded(expected.lowCents), rounded(expected.highCents)];
  return low === high ? undefined : t`Because some cards fail, expect ${{ low }} to ${{ high }} to be collected.`;
}

/** Explains what keeps the creator from accepting, or what they should do besides. */
function Obstacles({
  pool,
  payoutsReady,
  responseWindow,
  holding,
}: {
  pool: CreatorRequest;
  payoutsReady: boolean;
  responseWindow: string;
  holding: Dashboard['holding'];
}) {
  return (
    <>
      {payoutsReady ? null : (
        <p className="notice mt-4">
          <Landmark aria-hidden="true" />
          <span>
            <RichText
              text={msg`<b>Your payouts aren’t set up yet.</b> You can accept now. Cards are charged only once they are set up on your dashboard. A pool that has met its goal waits ${{ duration: responseWindow }} for that, then it ends and no card is charged.`}
              tags={{ b: (text) => <b>{text}</b> }}
            />
          </span>
        </p>
      )}
      {holding && holding.longestDeliveryDays < 1 ? (
        <p className="mt-4 field-error">{t`The card processor lets us hold money for only ${plural({ days: holding.limitDays }, { one: '# day', other: '# days' })}. That is too short for charging, delivery and the quiet period, so pools can’t be accepted on this site.`}</p>
      ) : null}
      {pool.frozen ? (
        <p className="mt-4 field-error">{t`An admin has frozen this pool. You can’t answer until it is unfrozen.`}</p>
      ) : null}
    </>
  );
}

/** The dialog in which the creator sets the terms and accepts: the request, the delivery time, the floor and the forecast. */
export function ContractCard({
  pool,
  dashboard,
  onClose,
  onDecline,
}: {
  pool: CreatorRequest;
  dashboard: Dashboard;
  onClose: () => void;
  onDecline: () => void;
}) {
  const { windows } = dashboard;
  const payoutsReady = pool.adult ? dashboard.adultPayoutsReady : dashboard.payoutsReady;
  const holding = pool.adult ? dashboard.adultHolding : dashboard.holding;
  const [terms, setTerms] = useState<Terms>({
    days: String(Math.min(21, Math.max(1, longestOf(holding)))),
    floorCents: Math.floor(Math.min(pool.fundingGoal * 0.6, floorLimitOf(pool)) / 100) * 100,
    atCurrent: false,
    late: true,
  });
  const [tried, setTried] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const { mutate, isPending, error } = useAccept(pool, onClose);
  const maxDays = longestOf(holding);
  const found = faultsOf(pool, terms, maxDays);
  const faults = tried ? found : { floor: (terms.floorCents ?? 0) > pool.fundingGoal ? found.floor : undefined };
  const atCurrent = startsNow(pool, terms);
  const met = pool.pledgedAmount >= pool.fundingGoal;
  const expected = atCurrent || met ? pool.pledgedAmount : pool.fundingGoal;
  const submit = () => {
    flushSync(() => setTried(true));
    if (Object.keys(found).length === 0) mutate(terms);
    else focusInvalid(fields.current);
  };
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={verbatim(pool.title)}
      footer={
        <>
          <Button
            variant="ghost"
            className="text-danger-text! sm:me-auto"
            disabled={!pool.can.decline}
            onClick={onDecline}
          >{t`Decline…`}</Button>
          <Button onClick={onClose}>{t`Not now`}</Button>
          <Button variant="primary" busy={isPending} disabled={maxDays < 1 || !pool.can.accept} onClick={submit}>
            {atCurrent ? t`Accept at ${{ amount: formatMoney(pool.pledgedAmount) }}` : t`Accept`}
          </Button>
        </>
      }
    >
      <p className="line-clamp-4 max-w-text whitespace-pre-line text-muted wrap-anywhere" dir="auto">
        {pool.description}
      </p>
      <p className="mt-1 mb-5">
        <TextLink to={pool.canonicalPath}>{t`View the pool page`}</TextLink>
      </p>
      <div ref={fields} className="grid gap-6 sm:grid-cols-2">
        <Choices
          pool={pool}
          terms={terms}
          faults={faults}
          holding={holding}
          change={(part) => setTerms((before) => ({ ...before, ...part }))}
        />
        <div className="fact-sheet">
          <ForecastTable
            pool={pool}
            columns={[
              { label: t`At your floor`, amountCents: Math.min(terms.floorCents ?? 0, pool.fundingGoal) },
              { label: atCurrent || met ? t`As pledged` : t`At the goal`, amountCents: expected },
            ]}
          />
          <p className="text-sm text-muted">
            {sentences(
              likelySum(pool),
              t`Goal ${{ goal: formatMoney(pool.fundingGoal) }}, ${{ amount: formatMoney(pool.pledgedAmount) }} pledged by ${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })}. Card costs are estimated until cards are charged. Your receipt shows the actual costs.`,
            )}
          </p>
          <Undertaking
            pool={pool}
            days={daysIn(terms.days, maxDays)}
            floorCents={terms.floorCents}
            atCurrent={atCurrent}
            payoutsReady={payoutsReady}
            windows={windows}
          />
        </div>
      </div>
      <Obstacles
        pool={pool}
        payoutsReady={payoutsReady}
        responseWindow={durationText(windows.responseMs)}
        holding={holding}
      />
      {error ? (
        <p className="mt-4 field-error" role="alert">
          {error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
