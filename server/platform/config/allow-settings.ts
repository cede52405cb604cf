import { setting, text, type ValuesOf } from './fields.ts';

/** Servers of tests, which the checks of addresses would refuse. */
export const allowSettings = {
  IMAGE_PROXY_ALLOW: setting(
    '',
    text(0, 500),
    'Tests only: host:port pairs, separated by commas, that the image proxy, link previews and checks of claims may contact although they are not public.',
  ),
  PUSH_ALLOW: setting(
    '',
    text(0, 500),
    'Tests only: host:port pairs, separated by commas, that pushes may be sent to although they are not public, even over http.',
  ),
  WEBHOOK_ALLOW: setting(
    '',
    text(0, 5000),
    'Tests only: host:port pairs, separated by commas, that webhooks may lead to although they are not public, even over http.',
  ),
};

type Values = ValuesOf<typeof allowSettings>;

export const allowProblems = (values: Partial<Values & { NODE_ENV: string }>): string[] =>
  (Object.keys(allowSettings) as (keyof Values)[])
    .filter((name) => values[name] && values.NODE_ENV !== 'test')
    .map((name) => `${name} is for tests only`);

const listOf = (hosts: string) => hosts.split(',').filter(Boolean);

export const allowOf = (values: Values) => ({
  imageProxyAllow: listOf(values.IMAGE_PROXY_ALLOW),
  pushAllow: listOf(values.PUSH_ALLOW),
  webhookAllow: listOf(values.WEBHOOK_ALLOW),
});
