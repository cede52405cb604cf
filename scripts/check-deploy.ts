import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { Ajv } from 'ajv';
import { validate } from 'dockerfile-utils';
import { settings } from '#server/platform/config/config.ts';
import { builds } from './bootstrap/builds.mjs';
import { allocatorEnv } from './bootstrap/processes.mjs';
import { checkAlerts, checkDashboard, parseYaml } from './check-monitoring.ts';

/** The rules of the files in deploy/ and .github/. Each function returns the problems of one file's text. */

type Problems = string[];

/** Names that Node and glibc read, not the server. */
const otherNames = new Set(['NODE_COMPILE_CACHE', 'NODE_OPTIONS', ...Object.keys(allocatorEnv)]);
export const unknownSettings = (names: Iterable<string>): Problems =>
  [...names]
    .filter((name) => !(name in settings) && !otherNames.has(name))
    .map((name) => `there is no setting ${name}`);

/** A tag with a full version, so that the same file always means the same program. */
const isExactImage = (image: string) => /:\d+\.\d+[\w.-]*$|@sha256:[0-9a-f]{64}$/.test(image);

export function checkDockerfile(text: string, nodeVersion: string): Problems {
  const problems = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
  const lines = text.split('\n');
  const bases = lines.flatMap((line) => /^FROM\s+(\S+)/i.exec(line)?.[1] ?? []);
  const stages = lines.flatMap((line) => /^FROM\s+\S+\s+AS\s+(\S+)/i.exec(line)?.[1] ?? []);
  for (const base of bases.filter((name) => !stages.includes(name))) {
    if (!isExactImage(base)) problems.push(`${base} has no exact version`);
    if (base.startsWith('node:') && !base.startsWith(`node:${nodeVersion}-`))
      problems.push(`${base} is not Node ${nodeVersion}`);
  }
  const lastStage = text.slice(text.toUpperCase().lastIndexOf('\nFROM '));
  const user = [...lastStage.matchAll(/^USER\s+(\S+)/gim)].at(-1)?.[1];
  if (!user || /^(root|0)(:|$)/.test(user)) problems.push('the last stage runs as root: add USER');
  if (!/^HEALTHCHECK\s/m.test(lastStage)) problems.push('the last stage has no HEALTHCHECK');
  if (/^ADD\s/im.test(text)) problems.push('use COPY: ADD also downloads and unpacks');
  const environment = [...lastStage.matchAll(/^ENV\s+(.+)$/gm)].flatMap(([, list = '']) => list.split(/\s+/));
  return [...problems, ...unknownSettings(environment.map((pair) => pair.split('=')[0] ?? ''))];
}

type SchemaName = 'compose-spec' | 'github-issue-forms' | 'github-workflow' | 'kubernetes' | 'kustomization';

const readSchema = (name: SchemaName) => JSON.parse(readFileSync(`scripts/schemas/${name}.json`, 'utf8'));

/** `part`: a definition of the schema, instead of the whole. */
function checkSchema(file: unknown, name: SchemaName, part?: string): Problems {
  const { $schema: _draft, ...schema } = readSchema(name);
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const whole = part === undefined ? schema : { ...schema, $ref: part };
  if (ajv.validate(whole, file)) return [];
  const named = (ajv.errors ?? []).map(({ params }) => params.additionalProperty as string | undefined).filter(Boolean);
  return [[ajv.errorsText(), ...named].join(' ')];
}

/** The image must contain all `inputs` of the builds, and nothing that does not exist. */
export function checkIgnoreFile(text: string, inputs: readonly string[]): Problems {
  const included = text.split('\n').flatMap((line) => /^!(.+)$/.exec(line)?.[1] ?? []);
  const isIncluded = (path: string) => included.some((each) => matchesGlob(path, each) || path.startsWith(`${each}/`));
  return [
    ...inputs.filter((path) => !isIncluded(path)).map((path) => `${path} is missing, which the build needs`),
    ...included.filter((each) => globSync(each).length === 0).map((each) => `there is no ${each}`),
  ];
}

interface ComposeService {
  image: string;
  build?: unknown;
  environment?: Record<string, string>;
}

export function checkCompose(text: string): Problems {
  const { documents, problems } = parseYaml(text);
  const [file] = documents;
  if (!file) return problems;
  problems.push(...checkSchema(file, 'compose-spec'));
  for (const [name, service] of Object.entries((file as { services: Record<string, ComposeService> }).services ?? {})) {
    if (service.build) problems.push(...unknownSettings(Object.keys(service.environment ?? {})));
    else if (!isExactImage(service.image)) problems.push(`${name}: ${service.image} has no exact version`);
  }
  return problems;
}

interface Manifest {
  apiVersion: string;
  kind: string;
  spec?: { template?: { spec?: PodSpec } };
}
interface PodSpec {
  securityContext?: { runAsNonRoot?: boolean };
  containers: {
    env?: { name: string }[];
    securityContext?: { readOnlyRootFilesystem?: boolean; allowPrivilegeEscalation?: boolean };
    livenessProbe?: object;
    readinessProbe?: object;
    resources?: { limits?: { memory?: string } };
  }[];
}

function checkPod({ securityContext, containers }: PodSpec): Problems {
  const problems = securityContext?.runAsNonRoot ? [] : ['a pod may run as root'];
  for (const container of containers) {
    if (!container.securityContext?.readOnlyRootFilesystem) problems.push('a container can write to its image');
    if (container.securityContext?.allowPrivilegeEscalation !== false) problems.push('a container may gain privileges');
    if (!container.livenessProbe || !container.readinessProbe) problems.push('a container has no probes');
    if (!container.resources?.limits?.memory) problems.push('a container has no memory limit');
    problems.push(...unknownSettings((container.env ?? []).map(({ name }) => name)));
  }
  return problems;
}

export function checkManifests(text: string): Problems {
  const { documents, problems } = parseYaml(text);
  for (const manifest of documents as Manifest[]) {
    const definition = Object.keys(readSchema('kubernetes').definitions).find((name) =>
      name.endsWith(`.${manifest.kind}`),
    );
    if (!definition) {
      problems.push(`unknown kind ${manifest.kind}: add it to scripts/schemas/kubernetes.json`);
      continue;
    }
    const faults = checkSchema(manifest, 'kubernetes', `#/definitions/${definition}`);
    const pod = manifest.spec?.template?.spec;
    problems.push(...faults, ...(pod && faults.length === 0 ? checkPod(pod) : []));
  }
  return problems;
}

/** `exists` says whether a file of the folder exists. */
export function checkKustomization(text: string, exists: (name: string) => boolean): Problems {
  const { documents, problems } = parseYaml(text);
  const [file] = documents as {
    resources?: string[];
    images?: { newTag: string }[];
    configMapGenerator?: { literals?: string[] }[];
  }[];
  if (!file) return problems;
  problems.push(...checkSchema(file, 'kustomization'));
  for (const name of file.resources ?? []) if (!exists(name)) problems.push(`there is no ${name}`);
  for (const { newTag } of file.images ?? [])
    if (!isExactImage(`:${newTag}`)) problems.push(`${newTag} is no exact version`);
  const literals = (file.configMapGenerator ?? []).flatMap((map) => map.literals ?? []);
  return [...problems, ...unknownSettings(literals.map((pair) => pair.split('=')[0] ?? ''))];
}

export function checkWorkflow(text: string): Problems {
  const { documents, problems } = parseYaml(text);
  if (problems.length > 0) return problems;
  problems.push(...checkSchema(documents[0], 'github-workflow'));
  for (const [, action = ''] of text.matchAll(/^[\s-]*uses:\s*(\S+)/gm)) {
    if (!/@(?:v\d+|[0-9a-f]{40})$/.test(action)) problems.push(`${action} has no major version`);
  }
  if (!/^permissions:/m.test(text)) problems.push('it has every permission: add `permissions`');
  return problems;
}

export function checkIssueForm(text: string): Problems {
  const { documents, problems } = parseYaml(text);
  return problems.length > 0 ? problems : checkSchema(documents[0], 'github-issue-forms');
}

/** systemd only warns of what it does not understand. Without systemd-analyze, as on macOS, this is not checked. */
export function checkUnit(path: string): Problems {
  const text = readFileSync(path, 'utf8');
  const { stderr, error } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
  if (error) console.log(`systemd's check of ${path} is skipped: ${error.message}`);
  // Other lines are about programs, which need not be on this machine.
  const lines = (stderr ?? '').split('\n').filter((line) => /:\d+: /.test(line));
  const problems = lines.map((line) => line.slice(line.indexOf(`${basename(path)}:`) + basename(path).length + 1));
  const values = new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [key, value]));
  if (/^(root|0)?$/.test(values.get('User') ?? '')) problems.push('it runs as root: add User');
  if (values.get('KillMode') !== 'mixed') problems.push('KillMode must be mixed, for the embedded database');
  if (values.get('NoNewPrivileges') !== 'yes') problems.push('it may gain privileges: add NoNewPrivileges=yes');
  const environment = (values.get('Environment') ?? '').split(' ').filter(Boolean);
  return [...problems, ...unknownSettings(environment.map((pair) => pair.split('=')[0] ?? ''))];
}

export function checkEnvironmentFile(text: string): Problems {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  // Docker, systemd, kubectl and shells read these files. They agree only on values without quotes, spaces and signs of the shell.
  const odd = lines
    .filter((line) => !/^[A-Z_]+=[\w@:/.,+-]*$/.test(line))
    .map((line) => `programs disagree about ${line}`);
  return [...odd, ...unknownSettings(lines.map((line) => line.split('=')[0] ?? ''))];
}

/** The files and folders that `npm run build` reads. */
const buildInputs = [...Object.values(builds).flatMap(({ inputs }) => inputs), 'scripts/run.mjs', 'scripts/bootstrap'];

function checkFile(path: string): Problems {
  const text = readFileSync(path, 'utf8');
  const name = basename(path);
  if (name === 'Dockerfile') {
    return checkDockerfile(text, JSON.parse(readFileSync('package.json', 'utf8')).dependencies.node);
  }
  if (name === 'Dockerfile.dockerignore') return checkIgnoreFile(text, buildInputs);
  if (name === 'compose.yaml') return checkCompose(text);
  if (name === 'kustomization.yaml') return checkKustomization(text, (each) => existsSync(join(dirname(path), each)));
  if (path.startsWith('deploy/kubernetes/')) return checkManifests(text);
  if (path.startsWith('.github/workflows/')) return checkWorkflow(text);
  if (path.startsWith('.github/ISSUE_TEMPLATE/') && name !== 'config.yml') return checkIssueForm(text);
  if (name === 'alerts.yaml') return checkAlerts(text, readFileSync('docs/operations.md', 'utf8'));
  if (name === 'dashboard.json') return checkDashboard(text);
  if (name.endsWith('.service')) return checkUnit(path);
  if (name.endsWith('.env.example')) return checkEnvironmentFile(text);
  return parseYaml(text).problems;
}

if (import.meta.main) {
  const files = globSync([
    'deploy/Dockerfile',
    'deploy/Dockerfile.dockerignore',
    'deploy/*.{service,env.example}',
    '{deploy,.github}/**/*.{yaml,yml}',
    'deploy/monitoring/*.json',
  ]);
  const findings = files.flatMap((path) => checkFile(path).map((problem) => `${path}: ${problem}`));
  for (const finding of findings) console.log(finding);
  if (files.length < 8) console.log('files are missing');
  process.exitCode = findings.length === 0 && files.length >= 8 ? 0 : 1;
}
