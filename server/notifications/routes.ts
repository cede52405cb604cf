import * as contract from '#contract/notifications.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { signedIn } from '#server/platform/http/signed-in.ts';
import type { Platform } from '#server/platform/platform.ts';
import { chooseNotifications } from './choose-notifications.ts';
import { chooseTimeZone } from './choose-time-zone.ts';
import { listNotifications } from './list-notifications.ts';
import { readChoices } from './read-choices.ts';
import { readNotifications } from './read-notifications.ts';
import { readUnsubscribeLink, undoUnsubscribe, unsubscribe } from './unsubscribe.ts';

export function notificationRoutes(context: Platform): Route[] {
  return [
    route(contract.listNotifications, (_input, request) => listNotifications(context, signedIn(request))),
    route(contract.readNotifications, ({ body }, request) => readNotifications(context, signedIn(request), body.ids)),
    route(contract.getNotificationChoices, (_input, request) => readChoices(context, signedIn(request))),
    route(contract.chooseTimeZone, ({ body }, request) => chooseTimeZone(context, signedIn(request), body)),
    route(contract.getUnsubscribeLink, ({ query }, { ip }) => readUnsubscribeLink(context, { ...query, ip })),
    route(contract.unsubscribe, ({ body }, { ip }) => unsubscribe(context, { ...body, ip })),
    route(contract.undoUnsubscribe, ({ body: { token, choices } }, { ip }) =>
      undoUnsubscribe(context, { token, ip }, choices),
    ),
    route(contract.chooseNotifications, ({ body }, request) => chooseNotifications(context, signedIn(request), body)),
  ];
}
