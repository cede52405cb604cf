import type { EventType } from '#contract/events.ts';
import { type Message, msg, type Text, t, textOf, verbatim } from '#contract/language/text.ts';

/** The events that a community wants to hear of. */
export const firstChatTypes: EventType[] = [
  'pool.goal_met',
  'pool.accepted',
  'pool.delivered',
  'pledge.placed',
  'update.posted',
];

const names: Record<string, Message> = {
  'pool.opened': msg`New tip pool`,
  'pool.progress': msg`25, 50 and 75% of the goal`,
  'pool.goal_met': msg`Goal met`,
  'pool.goal_unmet': msg`Goal no longer met`,
  'pool.accepted': msg`Request accepted`,
  'pool.collecting': msg`Cards are charged`,
  'pool.in_production': msg`Work begins`,
  'pool.delivered': msg`Delivered to fans`,
  'pool.completed': msg`Time for objections over`,
  'pool.ended': msg`Ended without a delivery`,
  'pledge.placed': msg`New pledges`,
  'update.posted': msg`Updates`,
  'comment.made': msg`Comments`,
  'webhook.test': msg`Test message`,
};

/** The name of a type of event in a channel. */
export function chatEventName(type: string): Text {
  const name = names[type];
  return name ? textOf(name) : verbatim(type);
}

/** Explains which messages a channel gets. */
export const channelNote = (): Text =>
  t`Messages contain only what every visitor can see. Many pledges within a minute become one message, and adult tip pools are never posted.`;
