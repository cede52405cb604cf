// The import rules of docs/architecture.md. Run by `npm run check`.
import { moduleOrder as domains } from './server/module-order.ts';

const anyDomain = domains.join('|');
const privateFiles = '^server/.+(?:[.]sql|/routes|/sockets|/jobs)[.]ts$';
const tests = '[.](?:test|e2e)[.]tsx?$|^(?:testing|e2e|bench|scripts)/';

/** One owner per outside thing: package -> where it may be imported. Tests, benchmarks and end-to-end runs may, too. */
const owners = {
  'age-encryption': '^server/platform/backup/',
  '@scure/base': '^server/platform/config/backup-settings[.]ts$',
  'tar-stream': '^server/platform/backup/',
  pg: '^server/platform/postgres/(?:db|transaction|wire)[.]ts$',
  'pg-copy-streams': '^server/platform/postgres/wire[.]ts$',
  'pg-boss': '^server/platform/jobs/',
  'socket.io': '^server/platform/(?:live|relay)/',
  'socket.io-client': '^web/data/',
  ioredis: '^server/platform/(?:redis|relay)/',
  'rate-limiter-flexible': '^server/platform/limits/',
  nodemailer: '^server/platform/mail/',
  pino: '^server/platform/observability/log[.]ts$',
  '@opentelemetry/[^/]+': '^server/platform/observability/open-telemetry[.]ts$',
  eld: '^server/platform/language/language-of-text[.]ts$',
  'pofile-ts': '^scripts/language/',
  'prom-client': '^server/platform/observability/metrics[.]ts$',
  'web-push': '^server/push/',
  stripe: '^server/money/',
  'openid-client': '^server/accounts/',
  '@simplewebauthn/server': '^server/accounts/',
  '@simplewebauthn/browser': '^web/accounts/',
  otpauth: '^server/accounts/',
  yazl: '^server/(?:legal|personal-data)/',
  htmlparser2: '^server/media/',
  sharp: '^server/media/',
  '@aws-sdk/[^/]+': '^server/platform/data/',
  '@tus/[^/]+': '^server/media/',
  'tus-js-client': '^web/',
  '@fastify/cookie': '^server/platform/http/',
  '@fastify/proxy-addr': '^server/platform/(?:live/|config/fields[.]ts$)',
  '@fastify/multipart': '^server/(?:platform|media)/',
  vite: '^server/platform/pages/|^vite[.]config[.]ts$',
};

const ownerRules = Object.entries(owners).map(([name, path]) => ({
  name: `6-owner-of-${name.replaceAll(/[^a-z.-]/g, '')}`,
  comment: `Only ${path} imports ${name}; everyone else uses what it offers.`,
  severity: 'error',
  from: { pathNot: `${path}|${tests}|[.]config[.]ts$` },
  to: { path: `node_modules/${name}/` },
}));

const orderRules = domains.slice(0, -1).map((domain, index) => ({
  name: `4-${domain}-calls-left`,
  comment: `Calls go left, facts go right: ${domain} may import only what stands before it.`,
  severity: 'error',
  from: { path: `^server/${domain}/`, pathNot: tests },
  to: { path: `^server/(?:${domains.slice(index + 1).join('|')})/` },
}));

const webOrder = [
  ['ui', 'ui/ knows no domain and nothing above it.', '^web/(?!ui/)'],
  ['data', 'data/ stands below features and pages.', '^web/(?!(?:data|ui)/)'],
  ['shell', 'shell/ knows no page.', '^web/(?:pages/|[^/]+$)'],
];

/** Small features that other features may build on; they import no feature themselves. */
const sharedFeatures = 'admin-table|age|pictures|safety|translations';

const webRules = webOrder.map(([folder, comment, to]) => ({
  name: `7-web-${folder}`,
  comment,
  severity: 'error',
  from: { path: `^web/${folder}/`, pathNot: tests },
  to: { path: to },
}));

export default {
  forbidden: [
    {
      name: '1-contract-is-pure',
      comment:
        'contract/ imports only itself, the schema library and the runtime of translations: both sides and neither Node nor DOM stand on it.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: '^contract/|^node_modules/zod/|^node_modules/@lingui/(?:core|message-utils)/' },
    },
    {
      name: '2-web-not-server',
      comment: 'Browser and server meet in contract/ only.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: '2-server-not-web',
      comment: 'The server meets the pages only through the built entry-server.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: '3-platform-without-domain',
      comment: 'server/platform/ are capabilities without a domain word.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: `^server/(?:${anyDomain}|app[.]ts|main[.]ts|cli)` },
    },
    ...orderRules,
    {
      name: '5-private-files',
      comment: "A module's SQL, routes, sockets and jobs are its own: call its operations.",
      severity: 'error',
      from: { path: '^server/([^/]+)/' },
      to: { path: privateFiles, pathNot: ['^server/platform/', '^server/$1/'] },
    },
    {
      name: '5-private-files-from-outside',
      comment: "A module's SQL, routes, sockets and jobs are its own: call its operations.",
      severity: 'error',
      from: { pathNot: '^server/[^/]+/' },
      to: { path: privateFiles, pathNot: '^server/platform/' },
    },
    ...ownerRules,
    ...webRules,
    {
      name: '7-feature-not-feature',
      comment: `A feature imports no other feature (except ${sharedFeatures}) and no page; a page puts them together.`,
      severity: 'error',
      from: { path: `^web/(?!(?:pages|shell|ui|data|${sharedFeatures})/)([^/]+)/`, pathNot: tests },
      to: { path: '^web/', pathNot: `^web/(?:$1|shell|ui|data|${sharedFeatures})/` },
    },
    {
      name: '7-shared-feature-not-feature',
      comment: `${sharedFeatures} stand below the other features.`,
      severity: 'error',
      from: { path: `^web/(${sharedFeatures})/`, pathNot: tests },
      to: { path: '^web/', pathNot: '^web/(?:$1|shell|ui|data)/' },
    },
    {
      name: '7-feature-not-shell',
      comment: 'The shell composes features; a feature that imports it would turn the page inside out.',
      severity: 'error',
      from: { path: '^web/(?!(?:pages|shell)/)[^/]+/', pathNot: tests },
      to: { path: '^web/shell/' },
    },
    {
      name: '8-no-cycles',
      comment: 'A cycle means that two files are one, or that one of them does two things. Types count, too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: '8-no-orphans',
      comment: 'Nothing imports it and it imports nothing.',
      severity: 'error',
      from: { orphan: true, pathNot: `${tests}|[.]d[.]ts$|[.]config[.]ts$` },
      to: {},
    },
    {
      name: '8-only-tests-import-testing',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: '^(?:testing|e2e|bench)/' },
    },
    {
      name: '8-no-development-packages',
      comment: 'What runs in production stands in "dependencies".',
      severity: 'error',
      from: { path: '^(?:contract|server|web)/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'], pathNot: '^node_modules/@types/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(?:dist|data)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
