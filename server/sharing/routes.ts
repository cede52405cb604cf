import * as contract from '#contract/calendar.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readCalendar, startCalendar, stopCalendar } from './calendar/start-calendar.ts';

export function calendarSettingRoutes(context: Platform): Route[] {
  return [
    route(contract.getCalendar, (_input, request) => readCalendar(context, signedIn(request))),
    route(contract.startCalendar, (_input, request) => startCalendar(context, signedIn(request))),
    route(contract.stopCalendar, (_input, request) => stopCalendar(context, signedIn(request))),
  ];
}
