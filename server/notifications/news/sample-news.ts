import type { Notice } from '#server/notifications/notice.ts';
import { due, poolIn } from '#server/notifications/samples/sample-pools.ts';
import { firstPledge, goalProgress, newBackersNotice, requestOpened } from './creator-notices.ts';
import { creatorOpen, followedAccepted, followedDelivered, followedPool } from './follower-notices.ts';

const fan = { id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a002', name: 'Sam Stone' };

/** News for the creator of a pool, and for the creator's followers. */
export function newsNotices(): Notice[] {
  const open = poolIn('open', { pledgedCents: 260_00, paidCents: 0, fanCount: 14, wasCharged: false });
  const profile = { username: 'maya_reyes', name: 'Maya Reyes' };
  const second = {
    id: '0b7d7a52-52c5-4c55-8b5c-3a1d6ad7a009',
    title: 'A song about rain',
    adult: false,
    createdAt: due,
  };
  return [
    requestOpened({ ...open, pledgedCents: 0, fanCount: 0 }, fan.name),
    firstPledge({ ...open, pledgedCents: 20_00, fanCount: 1 }, { fanId: fan.id, name: fan.name, amountCents: 20_00 }),
    goalProgress(open, 50),
    newBackersNotice({
      fans: 5,
      cents: 95_00,
      names: [fan.name, 'Ana Silva'],
      pools: [
        { ...open, fans: 3, cents: 60_00 },
        { ...second, fans: 2, cents: 35_00 },
      ],
    }),
    creatorOpen(profile),
    followedPool(profile, open),
    followedAccepted(profile, poolIn('accepted')),
    followedDelivered(profile, poolIn('delivered')),
  ];
}
