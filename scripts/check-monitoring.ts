import { parser } from '@prometheus-io/lezer-promql';
import { parseAllDocuments } from 'yaml';

/** The rules of deploy/monitoring/: alerts for Prometheus and the dashboard for Grafana. */

export function parseYaml(text: string): { documents: unknown[]; problems: string[] } {
  const parsed = parseAllDocuments(text, { merge: true });
  const documents = 'empty' in parsed ? [] : parsed;
  const problems = documents.flatMap(({ errors, warnings }) => [...errors, ...warnings].map(({ message }) => message));
  return { documents: problems.length > 0 ? [] : documents.map((document) => document.toJS() as unknown), problems };
}

interface AlertRule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

/** The syntax errors of an expression in PromQL. */
function checkExpression(expression: string): string[] {
  const problems: string[] = [];
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) problems.push(`"${expression}" is no PromQL at character ${node.from + 1}`);
    },
  });
  return problems.slice(0, 1);
}

/** The anchors of a Markdown file's headings, as GitHub makes them. */
export const anchorsOf = (markdown: string): Set<string> =>
  new Set(
    [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const runbooks = 'docs/operations.md';

/** `operations`: the text of docs/operations.md, where each alert has a section. */
export function checkAlerts(text: string, operations: string): string[] {
  const { documents, problems } = parseYaml(text);
  const [file] = documents as { groups?: { rules?: AlertRule[] }[] }[];
  if (!file) return problems;
  const rules = (file.groups ?? []).flatMap((group) => group.rules ?? []);
  if (rules.length === 0) problems.push('there are no alerts');
  const anchors = anchorsOf(operations);
  for (const { alert, expr, labels, annotations, for: wait } of rules) {
    const [path, anchor = ''] = (annotations?.runbook_url ?? '').split('#');
    if (path !== runbooks || !anchors.has(anchor)) problems.push(`${alert}: ${runbooks} has no section "${anchor}"`);
    if (!['critical', 'warning'].includes(labels?.severity)) problems.push(`${alert}: severity is critical or warning`);
    if (!annotations?.summary?.endsWith('.')) problems.push(`${alert}: the summary is no sentence`);
    if (!/^\d+[smh]$/.test(wait ?? '')) problems.push(`${alert}: "for" is no duration`);
    problems.push(...checkExpression(expr).map((problem) => `${alert}: ${problem}`));
  }
  const names = rules.map(({ alert }) => alert);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  return [...problems, ...repeated.map((name) => `there are two alerts ${name}`)];
}

interface Panel {
  id: number;
  title: string;
  type: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

export function checkDashboard(text: string): string[] {
  const { panels } = JSON.parse(text) as { panels: Panel[] };
  const problems = panels.flatMap(({ title, type, targets = [], gridPos: { x, w } }) => [
    ...(type !== 'row' && targets.length === 0 ? [`"${title}" shows nothing`] : []),
    ...(x + w > 24 ? [`"${title}" is wider than the grid`] : []),
    ...targets.flatMap(({ expr }) => checkExpression(expr).map((problem) => `"${title}": ${problem}`)),
  ]);
  if (new Set(panels.map(({ id }) => id)).size < panels.length) problems.push('two panels have the same id');
  return problems;
}

/** The names of our metrics in a file, without the endings of a histogram. */
export const metricsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:fanfare|process|nodejs)_\w+/g)].map(([name]) =>
      name.replace(/_seconds_(?:bucket|count|sum)$/, '_seconds'),
    ),
  ),
];
