import type { HealthCheck } from '#contract/admin/health.ts';
import { count } from '#contract/values/time.ts';

export interface Summary {
  state: 'ok' | 'warning' | 'problem';
  title: string;
  text: string;
}

/** The checks that are reasons for calm, in this order. */
const reasons: readonly HealthCheck['id'][] = ['database', 'jobs', 'books', 'backup'];

const listed = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names);

/** The headline of the health page: the worst state, and the reasons for it. */
export function summaryOf(checks: readonly Pick<HealthCheck, 'id' | 'name' | 'state' | 'message'>[]): Summary {
  const namesOf = (state: HealthCheck['state']) =>
    checks.filter((check) => check.state === state).map(({ name }) => name);
  const problems = namesOf('problem');
  const warnings = namesOf('warning');
  if (problems.length > 0) {
    const others = warnings.length > 0 ? ` ${count(warnings.length, 'other part')} can wait: ${listed(warnings)}.` : '';
    return {
      state: 'problem',
      title: `${count(problems.length, 'problem')} to fix now`,
      text: `${listed(problems)}.${others}`,
    };
  }
  if (warnings.length > 0) {
    return {
      state: 'warning',
      title: `Everything works, and ${count(warnings.length, 'thing')} ${warnings.length === 1 ? 'needs' : 'need'} a look`,
      text: `${listed(warnings)}.`,
    };
  }
  const text = reasons.flatMap((id) => checks.find((check) => check.id === id)?.message ?? []).join(' ');
  return { state: 'ok', title: 'All systems are fine', text };
}
