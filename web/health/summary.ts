import type { HealthCheck } from '#contract/admin/health.ts';
import { formatList } from '#contract/language/lists.ts';
import { plural, sentences, type Text, t, verbatim } from '#contract/language/text.ts';

export interface Summary {
  state: 'ok' | 'warning' | 'problem';
  title: Text;
  text: Text;
}

/** The checks that are reasons for calm, in this order. */
const reasons: readonly HealthCheck['id'][] = ['database', 'jobs', 'books', 'backup'];

/** The headline of the health page: the worst state, and the reasons for it. */
export function summaryOf(checks: readonly Pick<HealthCheck, 'id' | 'name' | 'state' | 'message'>[]): Summary {
  const namesOf = (state: HealthCheck['state']) =>
    checks.filter((check) => check.state === state).map(({ name }) => name);
  const problems = namesOf('problem');
  const warnings = namesOf('warning');
  if (problems.length > 0) {
    const others =
      warnings.length > 0
        ? t`${plural({ warnings: warnings.length }, { one: '# other part', other: '# other parts' })} can wait: ${{ names: formatList(warnings) }}.`
        : '';
    return {
      state: 'problem',
      title: t`${plural({ problems: problems.length }, { one: '# problem', other: '# problems' })} to fix now`,
      text: sentences(verbatim(`${formatList(problems)}.`), others),
    };
  }
  if (warnings.length > 0) {
    return {
      state: 'warning',
      title: t`Everything works, and ${plural({ warnings: warnings.length }, { one: '# thing needs', other: '# things need' })} a look`,
      text: verbatim(`${formatList(warnings)}.`),
    };
  }
  const text = sentences(...reasons.map((id) => verbatim(checks.find((check) => check.id === id)?.message ?? '')));
  return { state: 'ok', title: t`All systems are fine`, text };
}
