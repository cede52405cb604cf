import type { SpanStart, Tracing } from '#server/platform/observability/tracing.ts';
import { compose, originOf, type Rows, type Statement } from './statement.ts';
import type { Trace } from './transaction.ts';

const longestText = 2000;

/**
 * Returns what adds one span to each statement that runs inside another span. The span has the text of a template without its values. It
 * has no text of an `unsafe` statement, whose text may hold values.
 */
export function traceStatements(tracing: Tracing): Trace {
  return (run) => (statement) =>
    tracing.isActive() ? tracing.inSpan(describe(statement), () => run(statement)) : run(statement);
}

function describe(statement: Statement<Rows>): SpanStart {
  const text = compose(statement).text.replaceAll(/\s+/g, ' ').trim();
  const operation = (/^\w+/.exec(text)?.[0] ?? 'sql').toLowerCase();
  const caller = /^\s+at (?:async )?(?:Object\.)?([\w$.]+) \(/.exec(originOf(statement))?.[1] ?? '';
  return {
    name: `sql ${operation} ${caller}`.trim(),
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(!statement.parameters && { 'db.query.text': text.slice(0, longestText) }),
      ...(caller && { 'code.function.name': caller }),
    },
  };
}
