import * as contract from '#contract/admin/users.ts';
import { type RequestContext, type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Admin } from './act-on-person.ts';
import { type AdminContext, changePerson } from './change-person.ts';
import { deletePerson } from './delete-person.ts';
import { endPersonSessions } from './end-person-sessions.ts';
import { listPeople } from './list-people.ts';
import { readPerson } from './read-person.ts';
import { resetPersonPassword } from './reset-person-password.ts';

export function adminRoutes(context: AdminContext): Route[] {
  return [
    route(contract.listAdminUsers, ({ query }) => listPeople(context, query)),
    route(contract.getAdminUser, ({ params }) => readPerson(context, params.id)),
    route(contract.changeAdminUser, async ({ params, body }, request) => {
      await changePerson(context, adminOf(request), params.id, body);
      return readPerson(context, params.id);
    }),
    route(contract.endUserSessions, ({ params, body }, request) =>
      endPersonSessions(context, adminOf(request), { userId: params.id, ...body }),
    ),
    route(contract.endUserSession, ({ params, body }, request) =>
      endPersonSessions(context, adminOf(request), { userId: params.id, sessionId: params.sessionId, ...body }),
    ),
    route(contract.resetUserPassword, ({ params, body }, request) =>
      resetPersonPassword(context, adminOf(request), { userId: params.id, ...body }),
    ),
    route(contract.deleteAdminUser, ({ params, body }, request) =>
      deletePerson(context, adminOf(request), { userId: params.id, ...body }),
    ),
  ];
}

const adminOf = (request: RequestContext): Admin => ({ actor: signedIn(request), ip: request.ip });
