import type { EventOf, EventPerson } from '#contract/events.ts';
import { directionOf } from '#contract/language/languages.ts';
import { currentLocale, plural, t } from '#contract/language/text.ts';
import type { OverlayAlertKind, OverlayWidget } from '#contract/overlays/overlay-limits.ts';
import type { OverlayAlert, OverlaySettings, OverlayView } from '#contract/overlays/overlays.ts';
import { pledgingPoolStatuses } from '#contract/pools/pool-status.ts';
import { fillOf, formatMoney, formatPercent, percentageText } from '#contract/values/money.ts';
import { remainingTime } from '#contract/values/time.ts';
import { hasBlockedWord } from './has-blocked-word.ts';
import type { OverlayRow } from './overlays.sql.ts';
import type { BackerEvent } from './read-events-for-overlay.ts';

/** The rules for names and amounts. */
interface Discretion {
  settings: OverlaySettings;
  /** The words that the chat does not allow. */
  filter: RegExp | null;
}

type ShownPool = Pick<
  OverlayRow,
  'title' | 'adult' | 'status' | 'frozen' | 'goalCents' | 'pledgedCents' | 'fanCount' | 'deadline'
>;

/**
 * The name to show on a stream. A pledge below the minimum has none, so that no one puts words on a stream for little money. If the owner of
 * the overlay does not see amounts, the minimum has no effect: otherwise, they could find out amounts by changing it.
 */
function nameOf(person: EventPerson | null, amountCents: number | null, { settings, filter }: Discretion): string {
  const name = person?.displayName ?? person?.username;
  const isCheap = amountCents !== null && amountCents < settings.minCents;
  if (!name || settings.hidesNames || isCheap || (settings.filtersNames && hasBlockedWord(filter, name)))
    return t`Someone`;
  return name;
}

const amountOf = (cents: number | null, { hidesAmounts }: OverlaySettings): string | null =>
  hidesAmounts || cents === null ? null : formatMoney(cents);

/** Everything that the widgets show now, in the language of the moment. */
export function composeView(
  pool: ShownPool,
  backers: readonly BackerEvent[],
  { settings, filter }: Discretion,
): OverlayView {
  const { widgets, theme, textSize, sound, hidesAmounts } = settings;
  const has = (widget: OverlayWidget) => widgets.includes(widget);
  const isOpen = pledgingPoolStatuses.includes(pool.status) && !pool.frozen;
  const locale = currentLocale();
  return {
    locale,
    dir: directionOf(locale),
    theme,
    textSize,
    sound,
    title: pool.adult ? null : pool.title,
    goal: has('goal') ? goalOf(pool, hidesAmounts) : null,
    timeLeft: has('timeLeft') && isOpen ? remainingTime(pool.deadline) : null,
    backers: has('backers')
      ? {
          title: t`Latest backers`,
          people: backers.map(({ data: { pledge } }) => ({
            name: nameOf(pledge.fan, pledge.amountCents, { settings, filter }),
            amount: amountOf(pledge.amountCents, settings),
          })),
        }
      : null,
    more: moreTexts(locale),
  };
}

function goalOf({ goalCents, pledgedCents, fanCount }: ShownPool, hidesAmounts: boolean): OverlayView['goal'] {
  return {
    fill: Math.round(fillOf(pledgedCents, goalCents) * 1000) / 1000,
    percent: percentageText(pledgedCents, goalCents),
    pledged: hidesAmounts ? null : formatMoney(pledgedCents),
    of: hidesAmounts ? null : t`of ${{ goal: formatMoney(goalCents) }}`,
    fans: t`${plural({ fans: fanCount }, { one: '# fan', other: '# fans' })}`,
  };
}

const largestSample = 100;

/** One text for each plural form of the language, because only the page knows how many alerts have waited too long. */
function moreTexts(locale: string): Record<string, string> {
  const rules = new Intl.PluralRules(locale);
  const texts: Record<string, string> = {};
  for (let count = largestSample; count > 0; count -= 1) {
    const form = rules.select(count);
    texts[form] ??= t`${plural({ alerts: count }, { one: 'and # more', other: 'and # more' })}`.replace(
      `${count}`,
      '#',
    );
  }
  return texts;
}

const kindOf: Partial<Record<EventOf['type'], OverlayAlertKind>> = {
  'pledge.placed': 'pledges',
  'pool.progress': 'milestones',
  'pool.goal_met': 'milestones',
  'pool.delivered': 'delivery',
  'creator.followed': 'followers',
};

/** The alert of an event, in the language of the moment; null if the settings do without it. */
export function composeAlert(event: EventOf, { settings, filter }: Discretion): OverlayAlert | null {
  const kind = kindOf[event.type];
  if (!settings.widgets.includes('alerts') || !kind || !settings.alerts.includes(kind)) return null;
  switch (event.type) {
    case 'pledge.placed': {
      const { fan, amountCents } = event.data.pledge;
      const text = nameOf(fan, amountCents, { settings, filter });
      return { label: t`New pledge`, text, amount: amountOf(amountCents, settings) };
    }
    case 'creator.followed':
      return { label: t`New follower`, text: nameOf(event.data.follower, null, { settings, filter }), amount: null };
    case 'pool.progress': {
      const percent = formatPercent(event.data.percent);
      return { label: event.data.pool.title, text: t`${{ percent }} of the goal reached`, amount: null };
    }
    case 'pool.goal_met':
      return { label: event.data.pool.title, text: t`Goal reached!`, amount: null };
    case 'pool.delivered':
      return { label: event.data.pool.title, text: t`Delivered!`, amount: null };
    default:
      return null;
  }
}

/** An alert that no event made: from the owner of the overlay, with an amount that is only an example. */
export function composeTestAlert(
  { username, displayName, seesAmounts }: Pick<OverlayRow, 'username' | 'displayName' | 'seesAmounts'>,
  settings: OverlaySettings,
): OverlayAlert {
  const text = settings.hidesNames ? t`Someone` : (displayName ?? username);
  return { label: t`Test alert`, text, amount: amountOf(seesAmounts ? 25_00 : null, settings) };
}
