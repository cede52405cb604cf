import * as contract from '#contract/admin/operator.ts';
import * as setup from '#contract/admin/setup.ts';
import { getLegalText } from '#contract/legal-texts.ts';
import * as pageErrors from '#contract/page-errors.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import { readOperator } from '#server/platform/operator/read-operator.ts';
import type { Platform } from '#server/platform/platform.ts';
import { contactOperator } from './contact-operator.ts';
import type { LegalTexts } from './legal-texts/read-legal-texts.ts';
import { reportPageError } from './report-page-error.ts';
import { sendTestMail } from './send-test-mail.ts';

export function operatorRoutes(context: Platform, legalTexts: LegalTexts): Route[] {
  return [
    route(contract.getOperator, async () => {
      const { name, ...details } = await readOperator(context);
      const { agent, records } = context.config.operatorSettings;
      return { name: name ?? context.config.brandName, ...details, agent, records };
    }),
    route(getLegalText, async ({ query: { locale, page } }) => ({ text: legalTexts.of(locale, page) })),
    route(setup.sendTestMail, (_input, request) => sendTestMail(context, request)),
    route(contract.contactOperator, ({ body }, request) => contactOperator(context, request, body)),
    route(pageErrors.reportPageError, ({ body }, request) => reportPageError(context, request, body)),
  ];
}
