import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  checkCompose,
  checkDockerfile,
  checkEnvironmentFile,
  checkIgnoreFile,
  checkIssueForm,
  checkKustomization,
  checkManifests,
  checkUnit,
  checkWorkflow,
} from './check-deploy.ts';

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
const nodeVersion = JSON.parse(readFileSync('package.json', 'utf8')).dependencies.node;
const compose = readFileSync('deploy/compose.yaml', 'utf8');
const web = readFileSync('deploy/kubernetes/web.yaml', 'utf8');
const kustomization = readFileSync('deploy/kubernetes/kustomization.yaml', 'utf8');
const unit = readFileSync('deploy/fanfare.service', 'utf8');
const environment = readFileSync('deploy/fanfare.env.example', 'utf8');
const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
const release = readFileSync('.github/workflows/release.yml', 'utf8');
const issueForm = readFileSync('.github/ISSUE_TEMPLATE/bug.yml', 'utf8');

/** Replaces a text of a real file, which must occur. */
function changed(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`the file does not contain ${from}`);
  return result;
}

describe('the Dockerfile', () => {
  const check = (text: string) => checkDockerfile(text, nodeVersion).join();

  it('has no problems', () => expect(check(dockerfile)).toBe(''));

  it.each([
    ['an inexact base image', /FROM node:\S+(?! AS)$/m, 'FROM node:24', 'node:24 has no exact version'],
    ['another Node', /^FROM node:\S+$/m, 'FROM node:24.1.0-bookworm-slim', 'is not Node'],
    ['root', 'USER 1000:1000', 'USER root', 'runs as root'],
    ['no user', 'USER 1000:1000\n', '', 'runs as root'],
    ['no health check', /^HEALTHCHECK.*\n.*\n/m, '', 'no HEALTHCHECK'],
    ['a download', 'COPY . .', 'ADD https://example.org/x /x', 'use COPY'],
    ['an unknown instruction', 'WORKDIR', 'WORKFOLDER', 'line'],
    ['an unknown setting', 'HOST=0.0.0.0', 'HOSTS=0.0.0.0', 'there is no setting HOSTS'],
  ])('is refused with %s', (_name, from, to, problem) => {
    expect(check(changed(dockerfile, from, to))).toContain(problem);
  });
});

describe('the list of files in the image', () => {
  const list = readFileSync('deploy/Dockerfile.dockerignore', 'utf8');
  const check = (text: string) => checkIgnoreFile(text, ['vite.server.config.ts', 'tsconfig.web.json', 'scripts/vite']);

  it('has no problems', () => expect(check(list)).toEqual([]));

  it('is refused without an input of the build, and with files that do not exist', () => {
    expect(check(changed(list, '!vite.server.config.ts\n', '')).join()).toContain('vite.server.config.ts is missing');
    expect(check(changed(list, '!scripts/vite\n', '')).join()).toContain('scripts/vite is missing');
    expect(check(`${list}!servers\n`)).toEqual(['there is no servers']);
  });
});

describe('the compose file', () => {
  it('has no problems', () => expect(checkCompose(compose)).toEqual([]));

  it.each([
    ['a misspelled key', 'restart: unless-stopped', 'restarts: unless-stopped', 'must NOT have additional properties'],
    ['a key twice', 'name: fanfare\n', 'name: fanfare\nname: other\n', 'unique'],
    ['an inexact image', /image: caddy:\S+/, 'image: caddy:latest', 'caddy:latest has no exact version'],
    ['an unknown setting', 'ROLE: web', 'ROLES: web', 'there is no setting ROLES'],
    ['a value of another type', 'init: true', 'init: [1]', 'must be'],
  ])('is refused with %s', (_name, from, to, problem) => {
    expect(checkCompose(changed(compose, from, to)).join()).toContain(problem);
  });
});

describe('the Kubernetes manifests', () => {
  it('have no problems', () => {
    expect(checkManifests(web)).toEqual([]);
    expect(checkKustomization(kustomization, () => true)).toEqual([]);
  });

  it.each([
    ['a misspelled key', 'enableServiceLinks', 'enableServicesLinks', 'enableServicesLinks'],
    ['an unknown kind', 'kind: Service', 'kind: Servlet', 'unknown kind Servlet'],
    ['another version', 'apiVersion: policy/v1', 'apiVersion: policy/v1beta1', 'data/apiVersion must be equal'],
    ['root', 'runAsNonRoot: true', 'runAsNonRoot: false', 'may run as root'],
    ['a writable image', 'readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'can write to its image'],
    ['privileges', 'allowPrivilegeEscalation: false', 'allowPrivilegeEscalation: true', 'may gain privileges'],
    ['no probe', / {10}livenessProbe:\n(?: {12}.*\n)+/, '', 'no probes'],
    ['no memory limit', 'limits: { memory: 2Gi }', 'limits: { cpu: 1 }', 'no memory limit'],
    ['an unknown setting', 'name: ROLE', 'name: ROLES', 'there is no setting ROLES'],
  ])('are refused with %s', (_name, from, to, problem) => {
    expect(checkManifests(changed(web, from, to)).join()).toContain(problem);
  });

  it('are refused if the kustomization names a missing file, an inexact image or an unknown setting', () => {
    expect(checkKustomization(kustomization, (name) => name !== 'web.yaml')).toEqual(['there is no web.yaml']);
    const inexact = changed(kustomization, /newTag: .*/, 'newTag: latest');
    expect(checkKustomization(inexact, () => true)).toEqual(['latest is no exact version']);
    const unknown = changed(kustomization, 'PUBLIC_URL=', 'PUBLIC_ADDRESS=');
    expect(checkKustomization(unknown, () => true)).toEqual(['there is no setting PUBLIC_ADDRESS']);
    const misspelled = changed(kustomization, 'resources:', 'resource:');
    expect(checkKustomization(misspelled, () => true).join()).toContain('additional properties');
  });
});

describe('the systemd unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-unit-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const check = (text: string) => {
    const file = join(folder, 'fanfare.service');
    writeFileSync(file, text);
    return checkUnit(file).join();
  };

  it('has no problems', () => expect(checkUnit('deploy/fanfare.service')).toEqual([]));

  it.skipIf(spawnSync('systemd-analyze', ['--version']).status !== 0).each([
    // Versions of systemd word these differently.
    ['a misspelled key', 'ProtectSystem', 'ProtectSystems', /Unknown key.*ProtectSystems.*Service/],
    ['a key in another section', 'WantedBy=', 'User=', /Unknown key.*User.*Install/],
    ['an unknown section', '[Install]', '[Instal]', /Unknown section.*Instal/],
    ['a line without =', /^RestartSec=.*$/m, 'RestartSec', /Missing '='/],
    ['a wrong value', /^RestartSec=.*$/m, 'RestartSec=soon', /Failed to parse/],
  ])('is refused with %s', (_name, from, to, problem) => {
    expect(check(changed(unit, from, to))).toMatch(problem);
  });

  it.each([
    ['root', 'User=fanfare', 'User=root', 'it runs as root'],
    ['no user', 'User=fanfare\n', '', 'it runs as root'],
    ['another way to stop', 'KillMode=mixed', 'KillMode=process', 'KillMode must be mixed'],
    ['privileges', 'NoNewPrivileges=yes', 'NoNewPrivileges=no', 'may gain privileges'],
    ['an unknown setting', 'NODE_COMPILE_CACHE=', 'NODE_COMPILED=', 'there is no setting NODE_COMPILED'],
  ])('is refused with %s', (_name, from, to, problem) => {
    expect(check(changed(unit, from, to))).toContain(problem);
  });
});

describe('the file with settings', () => {
  it('has no problems', () => expect(checkEnvironmentFile(environment)).toEqual([]));

  it('is refused with unknown settings, and with values that programs read differently', () => {
    expect(checkEnvironmentFile('PUBLIC_ADDRESS=x')).toEqual(['there is no setting PUBLIC_ADDRESS']);
    for (const value of ['"quoted"', 'two words', 'Fanfare <a@b>', '$HOME']) {
      expect(checkEnvironmentFile(`MAIL_FROM=${value}`), value).toHaveLength(1);
    }
  });
});

describe('the files of GitHub', () => {
  it('have no problems', () => {
    expect([workflow, release].flatMap(checkWorkflow)).toEqual([]);
    expect(checkIssueForm(issueForm)).toEqual([]);
  });

  it.each([
    ['a misspelled key', 'runs-on:', 'run-on:', 'must'],
    ['broken YAML', 'jobs:\n', 'jobs: {\n', ''],
    [
      'an action without a version',
      /actions\/checkout@\S+/,
      'actions/checkout@main',
      'checkout@main has no major version',
    ],
    ['every permission', /permissions:\n.*\n/, '', 'it has every permission'],
  ])('are refused with %s', (_name, from, to, problem) => {
    const problems = checkWorkflow(changed(workflow, from, to));
    expect(problems).not.toEqual([]);
    expect(problems.join()).toContain(problem);
  });

  it('are refused with a field of an unknown type', () => {
    expect(checkIssueForm(changed(issueForm, 'type: input', 'type: number'))).not.toEqual([]);
  });
});
