import { exportModule } from './accounts/export-module.ts';
import { accountsModule } from './accounts/module.ts';
import { chatModule } from './chat/module.ts';
import { creatorsModule } from './creators/module.ts';
import { mediaModule } from './media/module.ts';
import { moderationModule } from './moderation/module.ts';
import { createCards } from './money/create-cards.ts';
import { moneyModule } from './money/module.ts';
import type { MoneyContext } from './money/money-context.ts';
import { notificationsModule } from './notifications/module.ts';
import { operatorModule } from './operator/module.ts';
import { peopleModule } from './people/module.ts';
import type { Module } from './platform/http.ts';
import type { Platform } from './platform/platform.ts';
import { pledgesModule } from './pledges/module.ts';
import { poolsModule } from './pools/module.ts';
import { pushModule } from './push/module.ts';
import { searchModule } from './search/module.ts';
import { sharingModule } from './sharing/module.ts';

/** The modules in dependency order: calls go left, facts go right. */
export function composeModules(platform: Platform): { context: MoneyContext; modules: Module[] } {
  const context: MoneyContext = { ...platform, cards: createCards(platform) };
  const modules: Module[] = [
    accountsModule(context),
    mediaModule(context),
    moneyModule(context),
    creatorsModule(context),
    poolsModule(context),
    pledgesModule(context),
    peopleModule(context),
    chatModule(context),
    pushModule(context),
    notificationsModule(context),
    moderationModule(context),
    sharingModule(context),
    operatorModule(context),
    searchModule(context),
  ];
  modules.push(exportModule(context, modules));
  return { context, modules };
}
