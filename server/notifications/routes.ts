import * as contract from '#contract/notifications.ts';
import { getCreatorNews } from '#contract/pledges/creator-news.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { chooseNotifications } from './choices/choose-notifications.ts';
import { chooseTimeZone } from './choices/choose-time-zone.ts';
import { readChoices } from './choices/read-choices.ts';
import { readUnsubscribeLink, undoUnsubscribe, unsubscribe } from './choices/unsubscribe.ts';
import { listNotifications } from './list-notifications.ts';
import { readCreatorNews } from './news/read-creator-news.ts';
import { readNotifications } from './read-notifications.ts';

export function notificationRoutes(context: Platform): Route[] {
  return [
    route(contract.listNotifications, ({ query }, request) =>
      listNotifications(context, { userId: signedIn(request).userId, seesAdult: request.seesAdult }, query),
    ),
    route(contract.readNotifications, ({ body }, request) => readNotifications(context, signedIn(request), body.ids)),
    route(contract.getNotificationChoices, (_input, request) => readChoices(context, signedIn(request))),
    route(contract.chooseTimeZone, ({ body }, request) => chooseTimeZone(context, signedIn(request), body)),
    route(getCreatorNews, ({ params }, request) => readCreatorNews(context, signedIn(request), params.id)),
    route(contract.getUnsubscribeLink, ({ query }, { ip }) => readUnsubscribeLink(context, { ...query, ip })),
    route(contract.unsubscribe, ({ body }, { ip }) => unsubscribe(context, { ...body, ip })),
    route(contract.undoUnsubscribe, ({ body: { token, choices } }, { ip }) =>
      undoUnsubscribe(context, { token, ip }, choices),
    ),
    route(contract.chooseNotifications, ({ body }, request) => chooseNotifications(context, signedIn(request), body)),
  ];
}
