import { testModeNote } from '#contract/site.ts';
import type { Module } from '#server/platform/module.ts';
import { accountsModule } from './accounts/module.ts';
import { adminModule } from './admin/module.ts';
import { approvalsModule } from './approvals/module.ts';
import { auditModule } from './audit/module.ts';
import { bookkeepingModule } from './bookkeeping/module.ts';
import { chatModule } from './chat/module.ts';
import { commentsModule } from './comments/module.ts';
import { creatorDashboardModule } from './creator-dashboard/module.ts';
import { creatorsModule } from './creators/module.ts';
import { deliveryModule } from './delivery/module.ts';
import { discoveryModule } from './discovery/module.ts';
import { eventsModule } from './events/module.ts';
import { favoritesModule } from './favorites/module.ts';
import { healthModule } from './health/module.ts';
import { legalModule } from './legal/module.ts';
import { mailPreviewModule } from './mail-preview/module.ts';
import { mediaModule } from './media/module.ts';
import { moderationModule } from './moderation/module.ts';
import { type ModuleName, moduleOrder } from './module-order.ts';
import { moneyModule } from './money/module.ts';
import type { MoneyContext } from './money/money-context.ts';
import { createCards } from './money/processors/create-cards.ts';
import { notificationsModule } from './notifications/module.ts';
import { operatorModule } from './operator/module.ts';
import { overlaysModule } from './overlays/module.ts';
import { peopleModule } from './people/module.ts';
import { personalDataModule } from './personal-data/module.ts';
import type { Platform } from './platform/platform.ts';
import { pledgesModule } from './pledges/module.ts';
import { poolsModule } from './pools/module.ts';
import { pushModule } from './push/module.ts';
import { sharingModule } from './sharing/module.ts';
import { tokensModule } from './tokens/module.ts';
import { translationsModule } from './translations/module.ts';
import { transparencyModule } from './transparency/module.ts';
import { updatesModule } from './updates/module.ts';
import { webhooksModule } from './webhooks/module.ts';

/** `earlier`: the modules before it, which some collect data or checks from. */
const create: Record<ModuleName, (context: MoneyContext, earlier: readonly Module[]) => Module> = {
  media: mediaModule,
  accounts: accountsModule,
  tokens: tokensModule,
  audit: auditModule,
  approvals: approvalsModule,
  money: moneyModule,
  creators: creatorsModule,
  pools: poolsModule,
  delivery: deliveryModule,
  pledges: pledgesModule,
  transparency: transparencyModule,
  people: peopleModule,
  updates: updatesModule,
  favorites: favoritesModule,
  comments: commentsModule,
  translations: translationsModule,
  'creator-dashboard': creatorDashboardModule,
  discovery: discoveryModule,
  chat: chatModule,
  push: pushModule,
  notifications: notificationsModule,
  moderation: moderationModule,
  legal: legalModule,
  admin: adminModule,
  events: eventsModule,
  webhooks: webhooksModule,
  overlays: overlaysModule,
  sharing: sharingModule,
  operator: operatorModule,
  'personal-data': personalDataModule,
  bookkeeping: bookkeepingModule,
  health: healthModule,
  'mail-preview': mailPreviewModule,
};

/** Composes the modules in dependency order. A module calls only earlier modules and publishes facts to later ones. */
export function composeModules(
  platform: Platform,
  cards = createCards(platform),
): { context: MoneyContext; modules: Module[] } {
  const context: MoneyContext = { ...platform, ...cards };
  if (context.processors.testModes.testCards) platform.mail.setNote(testModeNote);
  const modules: Module[] = [];
  for (const name of moduleOrder) modules.push(create[name](context, modules));
  return { context, modules };
}
