export type {
  Actor,
  CookieOptions,
  Module,
  RawRoutes,
  ReplyCookies,
  RequestContext,
  Route,
  RouteInput,
  SessionReader,
  UploadForm,
} from './http-context.ts';
export { actorOf, ageCookie, rawContext, route, sessionCookie } from './http-context.ts';
