/**
 * Measures the product on this machine:
 *
 *   npm run bench -- pages|visits|interactions|feed|pledges|ledger|chat|admin|collect|followers|overlays|nodes|soak|all [--record]
 *
 * Each group has a separate PostgreSQL in a temporary folder with fsync on, and the production build. bench/README.md describes the
 * comparisons; --record writes the figures there.
 */
import { measureAdmin } from './admin.ts';
import { measureChat } from './chat.ts';
import { measureCollect } from './collect.ts';
import { measureFeed } from './feed.ts';
import { measureFollowers } from './followers.ts';
import { measureInteractions } from './interactions.ts';
import { measureLedger } from './ledger.ts';
import { measureNodes } from './nodes.ts';
import { measureOverlays } from './overlays.ts';
import { measurePages } from './pages.ts';
import { measurePledges } from './pledges.ts';
import { report } from './report.ts';
import { measureSoak } from './soak.ts';
import { openStage } from './stage.ts';
import { measureVisits } from './visits.ts';

const groups = {
  pages: measurePages,
  visits: measureVisits,
  interactions: measureInteractions,
  feed: measureFeed,
  pledges: measurePledges,
  ledger: measureLedger,
  chat: measureChat,
  admin: measureAdmin,
  collect: measureCollect,
  followers: measureFollowers,
  overlays: measureOverlays,
  nodes: measureNodes,
  soak: measureSoak,
};

const words = process.argv.slice(2);
const record = words.includes('--record');
const benchmarks = words.filter((word) => word !== '--record');
const names = Object.keys(groups) as (keyof typeof groups)[];
const chosen = benchmarks.includes('all') ? names : names.filter((name) => benchmarks.includes(name));
if (chosen.length === 0 || benchmarks.some((word) => word !== 'all' && !names.some((name) => name === word))) {
  console.error(`npm run bench -- ${names.join('|')}|all [--record]`);
  process.exit(1);
}

for (const name of chosen) {
  const stage = await openStage();
  try {
    await report(name, await groups[name](stage), record);
  } finally {
    await stage.close();
  }
}
