import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpdateAudience } from '#contract/updates.ts';
import type { Behavior } from '#server/money/sandbox/behaviors.ts';
import { projectRoot } from '#server/platform/config/project.ts';
import comments from './comments.json' with { type: 'json' };
import type { DemoFile } from './demo-deliveries.ts';
import people from './people.json' with { type: 'json' };
import pools from './pools.json' with { type: 'json' };
import updates from './updates.json' with { type: 'json' };

/** A fan of the demo, in addition to the three demo accounts on the sign-in page. */
export interface DemoFan {
  username: string;
  name: string;
  /** How many days before the demo starts this person registered. */
  joined: number;
  /** Backs most pools. */
  isHeavyBacker?: boolean;
  /** The title of the only pool that this fan backs. */
  onlyBacks?: string;
  bio?: string;
  card?: Behavior;
  /** A file name in pictures/people. The profile of a fan without a picture shows initials. */
  picture?: string;
}

export interface DemoCreator extends DemoFan {
  category: string;
  bio: string;
  /** How many of the demo's people follow this creator. */
  followers: number;
  /** True for a profile that a fan added and no account owns. */
  unclaimed?: boolean;
  /** True for a creator who has just been verified. Their first steps are still open, and they have no picture. */
  isNew?: boolean;
  /** The cover of the creator's page, with its description. */
  cover?: { picture: string; alt: string };
}

/** The profile of the demo account "Fan" on the sign-in page. */
export const demoFan: DemoFan = {
  username: 'marak',
  name: 'Mara Kline',
  joined: 91,
  picture: 'marak.webp',
  bio: 'Pledges first, checks the price of guitar strings later.',
};

/** Edit people.json to change them. The demo account "Creator" owns the first creator. */
export const demoCreators: readonly DemoCreator[] = people.creators as DemoCreator[];
export const demoFans: readonly DemoFan[] = people.fans as DemoFan[];

const adminJoined = 92;
const joinedBy = new Map([demoFan, ...demoCreators, ...demoFans].map(({ username, joined }) => [username, joined]));

/** How many days before the demo starts a person registered. The admin set the site up before everyone else came. */
export const joinedDaysAgo = (username: string): number => joinedBy.get(username) ?? adminJoined;

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
  /** The pledged percentage of the goal. */
  percent: number;
  /** How many fans pledge. */
  fans: number;
  daysAgo: number;
  daysLeft: number;
  end: DemoEnd;
  highlighted?: boolean;
  /** The reason why an admin has frozen the pool. */
  frozen?: string;
  /** The reason for its end, or the note of its delivery. */
  note?: string;
  /** The text of its delivery. */
  text?: string;
  /** The files of its delivery. */
  files?: DemoFile[];
  /** Its creator shows the files to everyone. */
  publicFiles?: boolean;
  /** A file name in pictures/pools. No two pools share a picture. */
  picture: string;
}

/** Edit pools.json to change them. */
export const demoPools: readonly DemoPool[] = pools as DemoPool[];

/** The author and text of a comment, followed by its replies, the oldest first. */
type DemoThread = [by: string, text: string, ...replies: [by: string, text: string][]];

/** Comment threads by the pool's title. Edit comments.json to change them. */
export const demoComments: Record<string, DemoThread[]> = comments as unknown as Record<string, DemoThread[]>;

export interface DemoUpdate {
  /** By default, the creator posts it. */
  by?: 'owner';
  audience: UpdateAudience;
  text: string;
  /** File names in pictures/updates. */
  pictures?: string[];
  likes?: number;
  comments?: [by: string, text: string][];
}

/** Updates by the pool's title, the oldest first. Edit updates.json to change them. */
export const demoUpdates: Record<string, DemoUpdate[]> = updates as unknown as Record<string, DemoUpdate[]>;

/** Reads a committed picture. `pictures/README.md` states their origin, sizes and license. */
export const readDemoPicture = (folder: 'covers' | 'people' | 'pools' | 'updates', file: string): Promise<Buffer> =>
  readFile(join(projectRoot, 'server/demo/pictures', folder, file));
