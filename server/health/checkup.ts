/** `problem`: do not take money yet. `warning`: works, but deserves a decision. */
export type LineState = 'ok' | 'warning' | 'problem';

export interface Finding {
  state: LineState;
  /** One sentence: what holds, or what the operator should do. */
  message: string;
}

/** One line of the going-live checklist. */
export interface Line extends Finding {
  area: string;
  name: string;
}

/** Returns undefined if the line does not apply, and several named findings where one question answers several lines. */
export interface Check {
  name: string;
  run(): Promise<Answer> | Answer;
}
type Answer = Finding | readonly (Finding & { name: string })[] | undefined;

export interface Area {
  area: string;
  checks: readonly Check[];
}

export const ok = (message: string): Finding => ({ state: 'ok', message });
export const warning = (message: string): Finding => ({ state: 'warning', message });
export const problem = (message: string): Finding => ({ state: 'problem', message });

const withinMs = 60_000;

/** Runs every check at the same time and keeps their order. A check that throws or hangs becomes a problem. */
export async function runChecks(areas: readonly Area[], timeoutMs = withinMs): Promise<Line[]> {
  const lines = await Promise.all(
    areas.flatMap(({ area, checks }) => checks.map((check) => linesOf(area, check, timeoutMs))),
  );
  return lines.flat();
}

async function linesOf(area: string, { name, run }: Check, timeoutMs: number): Promise<Line[]> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(problem(`No answer within ${timeoutMs / 1000} seconds; try again.`)), timeoutMs);
  });
  try {
    const answer = await Promise.race([run(), tooLate]);
    if (answer === undefined) return [];
    return 'state' in answer ? [{ area, name, ...answer }] : answer.map((finding) => ({ area, ...finding }));
  } catch (error) {
    return [{ area, name, ...problem(`This could not be checked: ${reasonOf(error)}`) }];
  } finally {
    clearTimeout(timer);
  }
}

export const reasonOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error));

const marks: Record<LineState, string> = { ok: 'ok      ', warning: 'warning ', problem: 'PROBLEM ' };

/** The lines as text for a terminal, and a sentence that sums them up. */
export function formatLines(lines: readonly Line[]): string {
  const areas = [...new Set(lines.map(({ area }) => area))];
  const blocks = areas.map((name) => {
    const own = lines.filter(({ area }) => area === name);
    return [name, ...own.map(({ state, name: line, message }) => `  ${marks[state]}${line}: ${message}`)].join('\n');
  });
  return [...blocks, summaryOf(lines)].join('\n\n');
}

function summaryOf(lines: readonly Line[]): string {
  const count = (state: LineState) => lines.filter((line) => line.state === state).length;
  const [problems, warnings] = [count('problem'), count('warning')];
  const counted = [countOf(problems, 'problem'), countOf(warnings, 'warning')].join(' and ');
  if (problems > 0) return `${counted}. Fix the problems before you take money.`;
  return warnings > 0 ? `${counted}. Decide about each warning.` : `${countOf(lines.length, 'line')} checked: all ok.`;
}

export const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
