import type { EventOf } from '#contract/events.ts';
import { formatList } from '#contract/language/lists.ts';
import { localized } from '#contract/language/localized-path.ts';
import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { poolShareImage } from '#contract/sharing.ts';
import { formatMoney, formatPercent } from '#contract/values/money.ts';
import { startOfText } from '#contract/values/start-of-text.ts';
import { tidyLine, tidyText } from '#contract/values/tidy-text.ts';
import type { ChannelEventType } from '#contract/webhooks/webhook-limits.ts';

export type ChannelEvent = EventOf<ChannelEventType>;
type Pledge = EventOf<'pledge.placed'>;

/** A message for people, before a chat service's own spelling. */
export interface ChatMessage {
  headline: Text;
  /** More lines, some of them by other people. */
  lines: string[];
  /** Null for a test. */
  link: { url: string; title: string; label: Text } | null;
  /** The picture that other sites show next to links to the pool. */
  image: string | null;
}

const nameMax = 60;
const titleMax = 120;
const quoteMax = 500;
/** The names in one message. The others are counted. */
const namesMax = 5;

const lineOf = (text: string, max: number) => {
  const line = tidyLine(text);
  const start = startOfText(line, max);
  return start === line ? line : `${start.trimEnd()}…`;
};
const nameOf = ({ displayName, username }: { displayName: string | null; username: string }) =>
  lineOf(displayName ?? username, nameMax);

function quoteOf(text: string | null): string[] {
  const start = startOfText(tidyText(text ?? ''), quoteMax);
  if (!start) return [];
  return [start === tidyText(text ?? '') ? start : `${start.trimEnd()}…`];
}

interface Words {
  headline: Text;
  lines?: string[];
  /** The page of what the event is about. The pool by default. */
  url?: string;
  hasPicture?: boolean;
}

/** Undefined if there is nothing that every visitor may read. */
function wordsOf(event: Exclude<ChannelEvent, Pledge>, pool: Pool): Words | undefined {
  const title = lineOf(pool.title, titleMax);
  const goal = formatMoney(pool.fundingGoal);
  switch (event.type) {
    case 'pool.opened':
      return { headline: t`“${{ title }}” is open for pledges. The goal is ${{ goal }}.`, hasPicture: true };
    case 'pool.progress': {
      const percent = formatPercent(event.data.percent);
      return { headline: t`“${{ title }}” has reached ${{ percent }} of its goal.` };
    }
    case 'pool.goal_met':
      return { headline: t`“${{ title }}” has met its goal of ${{ goal }}.`, hasPicture: true };
    case 'pool.goal_unmet':
      return { headline: t`“${{ title }}” is below its goal again.` };
    case 'pool.accepted':
      return { headline: t`“${{ title }}” was accepted.`, hasPicture: true };
    case 'pool.collecting':
      return { headline: t`The pledges to “${{ title }}” are being charged.`, hasPicture: true };
    case 'pool.in_production':
      return { headline: t`The money for “${{ title }}” is collected. Now it’s being made.`, hasPicture: true };
    case 'pool.delivered':
      return { headline: t`“${{ title }}” was delivered. Everyone who paid has access.`, hasPicture: true };
    case 'pool.completed':
      return { headline: t`“${{ title }}” is complete.`, hasPicture: true };
    case 'pool.ended':
      return { headline: t`“${{ title }}” ended without a delivery. Everyone who paid is refunded.`, hasPicture: true };
    case 'update.posted': {
      const { author, text, url } = event.data.update;
      const name = nameOf(author);
      const headline =
        text === null
          ? t`${{ name }} posted an update about “${{ title }}” for its contributors.`
          : t`${{ name }} posted an update about “${{ title }}”.`;
      return { headline, lines: quoteOf(text), url };
    }
    case 'comment.made': {
      const { author, text, url } = event.data.comment;
      if (text === null) return undefined;
      return { headline: t`${{ name: nameOf(author) }} commented on “${{ title }}”.`, lines: quoteOf(text), url };
    }
  }
}

/**
 * The pledges of about a minute as one message. A visitor sees who pledged, but not with how much: an amount appears only as the sum of
 * several, and the pool's total, which also its picture and the URL of that have, not at all: the difference to the message before would be the
 * amount of one fan.
 */
function pledgeWords(pledges: readonly Pledge[], pool: Pool): Words {
  const title = lineOf(pool.title, titleMax);
  const names = pledges.flatMap(({ data: { pledge } }) => (pledge.fan ? nameOf(pledge.fan) : []));
  if (pledges.length === 1) {
    const [name] = names;
    const headline = name ? t`${{ name }} pledged to “${{ title }}”.` : t`Someone pledged to “${{ title }}”.`;
    return { headline };
  }
  const people = pledges.length;
  const amounts = pledges.map(({ data }) => data.pledge.amountCents);
  const sum = amounts.reduce<number>((total, cents) => total + (cents ?? 0), 0);
  const headline = amounts.includes(null)
    ? t`${plural({ people }, { one: '# person', other: '# people' })} pledged to “${{ title }}”.`
    : t`${plural({ people }, { one: '# person', other: '# people' })} pledged ${{ amount: formatMoney(sum) }} to “${{ title }}”.`;
  const named = names.slice(0, namesMax);
  const others = pledges.length - named.length;
  const who = others > 0 ? [...named, t`${plural({ others }, { one: '# other', other: '# others' })}`] : named;
  return { headline, lines: named.length > 0 ? [formatList(who)] : [] };
}

const isPledge = (event: ChannelEvent): event is Pledge => event.type === 'pledge.placed';

/**
 * Composes the message of events of one pool in the language of the moment: several pledges, or one event of another type. `pool` is the pool
 * as every visitor sees it. Undefined if no visitor may read it.
 */
export function composeMessage(
  events: readonly ChannelEvent[],
  pool: Pool,
  publicUrl: string,
): ChatMessage | undefined {
  const [first] = events;
  if (!first || pool.adult) return undefined;
  const words = isPledge(first) ? pledgeWords(events.filter(isPledge), pool) : wordsOf(first, pool);
  if (!words) return undefined;
  const { headline, lines = [], url, hasPicture = false } = words;
  const path = url ? url.slice(publicUrl.length) : pool.canonicalPath;
  return {
    headline,
    lines,
    link: { url: publicUrl + localized(path), title: lineOf(pool.title, titleMax), label: t`Open the pool` },
    image: hasPicture ? publicUrl + poolShareImage(pool) : null,
  };
}

export const composeTestMessage = (brandName: string): ChatMessage => ({
  headline: t`This is a test message. News from ${{ site: brandName }} will appear in this channel.`,
  lines: [],
  link: null,
  image: null,
});

/** The lines of a message below its headline. */
export const linesOf = ({ lines }: ChatMessage): Text => verbatim(lines.join('\n\n'));
