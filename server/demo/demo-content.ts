import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import comments from './comments.json' with { type: 'json' };
import people from './people.json' with { type: 'json' };
import pools from './pools.json' with { type: 'json' };

/** A fan of the demo, beside the three people of the sign-in page. */
export interface DemoFan {
  username: string;
  name: string;
  bio?: string;
  card?: Behavior;
  /** A file in pictures/people. A fan without a picture shows initials. */
  picture?: string;
}

export interface DemoCreator extends DemoFan {
  category: string;
  bio: string;
  /** So many of the demo's people follow them. */
  followers: number;
  /** Added by fans, nobody of ours owns it. */
  unclaimed?: boolean;
  picture: string;
}

/** How the addresses of all people of the demo end. */
export const demoMailEnd = '@demo.fanfare.example';

/** The fan of the sign-in page. */
export const demoFan: DemoFan = {
  username: 'marak',
  name: 'Mara Kline',
  picture: 'marak.webp',
  bio: 'Pledges first, asks for the price of strings later.',
};

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
  /** A file in pictures/pools; no two pools share one. */
  picture: string;
}

/** `pools.json` is the place to write another one. */
export const demoPools: readonly DemoPool[] = pools as DemoPool[];

/** Who says what, and who answers: oldest first. */
type DemoThread = [by: string, text: string, ...replies: [by: string, text: string][]];

/** By the pool's title. */
export const demoComments: Record<string, DemoThread[]> = comments as unknown as Record<string, DemoThread[]>;
