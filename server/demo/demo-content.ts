import type { Behaviour } from '#server/money/sandbox/behaviours.ts';
import pools from './pools.json' with { type: 'json' };

/** Fans of the demo beside the three people of the sign-in page. */
export const demoFans: readonly [username: string, name: string, card?: Behaviour][] = [
  ['lena_p', 'Lena Park'],
  ['jt', 'Jonah Tran'],
  ['ao_dev', 'Ada Okafor'],
  ['sol', 'Sol Navarro'],
  ['minh', 'Minh Ly'],
  ['bex', 'Bex Hallow'],
  ['rosa_k', 'Rosa Kiss'],
  ['teo', 'Teo Lindqvist'],
  ['priya', 'Priya Raman'],
  ['cato', 'Cato Brandt', 'insufficient_funds'],
  ['wren', 'Wren Abbott'],
  ['ikechi', 'Ikechi Obi'],
  ['nadia', 'Nadia Farouk'],
  ['hugo', 'Hugo Meyer'],
  ['yuki', 'Yuki Arai'],
  ['fern', 'Fern Doyle'],
];

export interface DemoCreator {
  username: string;
  name: string;
  category: string;
  bio: string;
  followers: number;
  /** Added by fans, nobody of ours owns it. */
  unclaimed?: boolean;
}

const creator = (username: string, name: string, category: string, bio: string, followers: number): DemoCreator => ({
  username,
  name,
  category,
  bio,
  followers,
});

/** The first one belongs to the demo creator's account. */
export const demoCreators: readonly DemoCreator[] = [
  creator(
    'demo_creator',
    'Odd Harbour',
    'Music',
    'Two guitars, one room, no second takes. Songs from the harbour wall.',
    4120,
  ),
  creator(
    'theo_bask',
    'Theo Bask',
    'Comedy',
    'Plays every part himself. Mostly in kitchens, sometimes in bathrooms.',
    3010,
  ),
  creator('ines_duarte', 'Ines Duarte', 'Art', 'Paints cities from their roofs. Lisbon by day, Porto by night.', 2650),
  creator('pixelpaw', 'pixelpaw', 'Gaming', 'Speedruns with a blindfold and a very patient cat.', 5230),
  creator('mama_soto', 'Mama Soto', 'Cooking', 'Grandmother of nine. Fermentation, smoke and strong opinions.', 1980),
  creator('kira_voss', 'Kira Voss', 'Cosplay', 'Armour from foam, wings from umbrellas.', 2240),
  creator('prof_lumen', 'Prof. Lumen', 'Education', 'Physics with things from your drawer.', 3890),
  creator('slow_miles', 'Slow Miles', 'Fitness', 'Ultra-running for people who hate running.', 940),
  creator('the_long_cut', 'The Long Cut', 'Film', 'One shot, one street, one story.', 1570),
  creator('night_desk', 'Night Desk', 'Podcasts', 'Two former radio hosts read the news of 1926.', 1210),
  creator('juno_steps', 'Juno Steps', 'Dance', 'Contemporary, in places that were not made for it.', 1760),
  creator('solder_sam', 'Solder Sam', 'Tech', 'Repairs what the maker gave up on.', 2870),
  {
    ...creator('quiet_atlas', 'Quiet Atlas', 'Music', 'Field recordings from maps that no longer hold.', 310),
    unclaimed: true,
  },
  { ...creator('grandmaster_flo', 'Grandmaster Flo', 'Gaming', 'Chess boxing, mostly chess.', 620), unclaimed: true },
];

export type DemoEnd =
  | 'open'
  | 'goal_met'
  | 'accepted'
  | 'payment_due'
  | 'in_production'
  | 'delivery_review'
  | 'delivered'
  | 'completed'
  | 'declined'
  | 'expired';

export interface DemoPool {
  title: string;
  creator: string | null;
  category: string;
  description: string;
  goal: number;
  /** What share of the goal is pledged, in percent. */
  percent: number;
  daysAgo: number;
  daysLeft: number;
  end: DemoEnd;
  highlighted?: boolean;
}

/** `pools.json` is the place to write another one. */
export const demoPools: readonly DemoPool[] = pools as DemoPool[];
