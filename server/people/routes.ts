import * as interests from '#contract/interests.ts';
import * as contract from '#contract/people.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { blockUser, unblockUser } from './block-user.ts';
import { listBlocks } from './list-blocks.ts';
import { listUserFollows } from './list-user-follows.ts';
import { listUserPools } from './list-user-pools.ts';
import { listUsers } from './list-users.ts';
import { readUserProfile } from './read-user-profile.ts';
import { searchUsers } from './search-users.ts';
import { readInterests, setInterests, skipWelcome } from './set-interests.ts';

export function peopleRoutes(context: Platform): Route[] {
  return [
    route(contract.listUsers, ({ query }, request) => listUsers(context, request, query)),
    route(contract.searchUsers, ({ query }, request) =>
      searchUsers(context, { actor: signedIn(request), seesAdult: request.seesAdult }, query.q),
    ),
    route(contract.getUserProfile, ({ params }, request) => readUserProfile(context, request, params.username)),
    route(contract.listUserPools, ({ params, query }, request) =>
      listUserPools(context, request, { ...params, ...query, backed: false }),
    ),
    route(contract.listUserBacks, ({ params, query }, request) =>
      listUserPools(context, request, { ...params, ...query, backed: true }),
    ),
    route(contract.listUserFollows, ({ params, query }, request) =>
      listUserFollows(context, request, { ...params, ...query }),
    ),
    route(contract.blockUser, ({ params }, request) => blockUser(context, signedIn(request), params.id)),
    route(contract.unblockUser, ({ params }, request) => unblockUser(context, signedIn(request), params.id)),
    route(contract.listBlocks, (_input, request) =>
      listBlocks(context, { actor: signedIn(request), seesAdult: request.seesAdult }),
    ),
    route(interests.getInterests, (_input, request) => readInterests(context, signedIn(request))),
    route(interests.setInterests, ({ body }, request) => setInterests(context, signedIn(request), body.interests)),
    route(interests.skipWelcome, (_input, request) => skipWelcome(context, signedIn(request))),
  ];
}
