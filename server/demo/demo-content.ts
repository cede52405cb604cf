import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import type { SchemeName } from './art/tones.ts';
import comments from './comments.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import pools from './pools.json' with { type: 'json' };

/** A fan of the demo, beside the three people of the sign-in page. */
export interface DemoFan {
  username: string;
  name: string;
  bio?: string;
  card?: Behavior;
  /** How their portrait looks (art/portrait.ts); without one they keep their initials. */
  face?: string;
}

export interface DemoCreator extends DemoFan {
  category: string;
  bio: string;
  /** So many of the demo's people follow them. */
  followers: number;
  /** Added by fans, nobody of ours owns it. */
  unclaimed?: boolean;
  /** A picture of their category instead of a portrait: what, in which light, which of its motifs. */
  emblem?: [category: string, scheme: SchemeName, variant: number];
}

/** `people.json` is the place to write another one. The first creator belongs to the demo creator's account. */
export const demoCreators: readonly DemoCreator[] = people.creators as DemoCreator[];
export const demoFans: readonly DemoFan[] = people.fans as DemoFan[];

export type DemoEnd =
  | 'in_review'
  | 'open'
  | 'goal_met'
  | 'accepted'
  | 'payment_due'
  | 'shortfall'
  | 'in_production'
  | 'delivery_review'
  | 'delivered'
  | 'completed'
  | 'refunded'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'lapsed'
  | 'removed';

export interface DemoPool {
  title: string;
  creator: string | null;
  category: string;
  description: string;
  goal: number;
  /** What share of the goal is pledged, in percent, and by how many. */
  percent: number;
  fans: number;
  daysAgo: number;
  daysLeft: number;
  end: DemoEnd;
  highlighted?: boolean;
  /** Why an admin has stopped it for the moment. */
  frozen?: string;
  /** The words of its end: why not, or what goes with the delivery. */
  note?: string;
  /** The delivery itself. */
  text?: string;
  /** Without one it keeps the fan of its category. */
  picture?: { scheme: SchemeName; variant: number };
}

/** `pools.json` is the place to write another one. */
export const demoPools: readonly DemoPool[] = pools as DemoPool[];

/** Who says what, and who answers: oldest first. */
type DemoThread = [by: string, text: string, ...replies: [by: string, text: string][]];

/** By the pool's title. */
export const demoComments: Record<string, DemoThread[]> = comments as unknown as Record<string, DemoThread[]>;
