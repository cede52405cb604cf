import * as contract from '#contract/admin/operator.ts';
import * as pageErrors from '#contract/page-errors.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { contactOperator } from './contact-operator.ts';
import { missingSettings } from './missing-settings.ts';
import { reportPageError } from './report-page-error.ts';

export function operatorRoutes(context: Platform): Route[] {
  return [
    route(contract.getOperator, async () => context.config.operator),
    route(contract.listMissingSettings, async () => ({ settings: missingSettings(context) })),
    route(contract.contactOperator, ({ body }, request) => contactOperator(context, request, body)),
    route(pageErrors.reportPageError, ({ body }, request) => reportPageError(context, request, body)),
  ];
}
