import * as claims from '#contract/claims.ts';
import * as covers from '#contract/creators/creator-cover.ts';
import * as contract from '#contract/creators/creators.ts';
import * as edits from '#contract/creators/edit-creator.ts';
import * as terms from '#contract/creators/request-terms.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import { addCreator } from './add-creator.ts';
import { applyAsCreator } from './apply-as-creator.ts';
import { checkClaimCode } from './claims/check-claim-code.ts';
import { claimCreator } from './claims/claim-creator.ts';
import { createPageSearch } from './claims/find-code-on-pages.ts';
import { getClaimCode } from './claims/get-claim-code.ts';
import { noteTraces } from './claims/note-traces.ts';
import { describeCover, readCover, removeCover, setCover } from './cover.ts';
import { editCreator, readOwnPage } from './edit-creator.ts';
import { searchCreators } from './find-creators.ts';
import { followCreator } from './follow-creator.ts';
import { listCreators } from './list-creators.ts';
import { readApplication } from './read-application.ts';
import { readCreator } from './read-creator.ts';
import { removeCreator } from './remove-creator.ts';
import { readRequestTerms, setRequestTerms } from './request-terms.ts';

export function creatorRoutes(context: MoneyContext): Route[] {
  const searchPages = createPageSearch({ allow: context.config.imageProxyAllow });
  return [
    route(contract.listCreators, ({ query }, request) => listCreators(context, request, query)),
    route(contract.searchCreators, ({ query }, request) => searchCreators(context, request, query)),
    route(contract.getCreator, ({ params }, request) => readCreator(context, request, params.username)),
    route(contract.addCreator, async (_input, request) => {
      await noteTraces(context, request);
      return addCreator(context, signedIn(request), request);
    }),
    route(edits.getOwnCreatorPage, (_input, request) => readOwnPage(context, signedIn(request))),
    route(edits.editCreator, async ({ params }, request) => {
      await noteTraces(context, request);
      return editCreator(context, signedIn(request), { ...params, ip: request.ip, readForm: request.readForm });
    }),
    route(contract.followCreator, ({ params }, request) =>
      followCreator(context, signedIn(request), { ...params, follow: true }),
    ),
    route(contract.unfollowCreator, ({ params }, request) =>
      followCreator(context, signedIn(request), { ...params, follow: false }),
    ),
    route(claims.claimCreator, async ({ params, body }, request) => {
      await noteTraces(context, request);
      return claimCreator(context, signedIn(request), params.username, body);
    }),
    route(claims.getClaimCode, async ({ params }, request) => {
      await noteTraces(context, request);
      return getClaimCode(context, request, params.username);
    }),
    route(claims.checkClaimCode, async ({ params }, request) => {
      await noteTraces(context, request);
      return checkClaimCode(context, searchPages, signedIn(request), { ...params, ip: request.ip });
    }),
    route(contract.removeCreator, ({ params }, request) =>
      removeCreator(context, signedIn(request), request.ip, params.username),
    ),
    route(terms.getRequestTerms, (_input, request) => readRequestTerms(context, signedIn(request))),
    route(terms.setRequestTerms, ({ body }, request) => setRequestTerms(context, signedIn(request), body)),
    route(covers.getCover, (_input, request) => readCover(context, signedIn(request))),
    route(covers.setCover, (_input, request) => setCover(context, signedIn(request), request)),
    route(covers.describeCover, ({ body }, request) => describeCover(context, signedIn(request), body.alt)),
    route(covers.removeCover, (_input, request) => removeCover(context, signedIn(request))),
    route(contract.getCreatorApplication, (_input, request) => readApplication(context, signedIn(request))),
    route(contract.applyAsCreator, async ({ body }, request) => {
      await noteTraces(context, request);
      return applyAsCreator(context, signedIn(request), body);
    }),
  ];
}
