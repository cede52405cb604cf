import { expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { withoutLimits } from './lean-limits.ts';

it('replaces numbers, lists and groups at every depth', () => {
  expect(withoutLimits('text.length > limits.bioMax || limits.imageTypes.includes(limits.chat.socket.timeoutMs)')).toBe(
    `text.length > (${limits.bioMax}) || (${JSON.stringify(limits.imageTypes)}).includes((${limits.chat.socket.timeoutMs}))`,
  );
  expect(withoutLimits('const { min } = limits.userSearch;')).toBe(
    `const { min } = (${JSON.stringify(limits.userSearch)});`,
  );
});

it('keeps names that only end alike', () => {
  const code = "import { limits } from './limits.ts'; legalLimits.line + own.limits.bioMax";
  expect(withoutLimits(code)).toBe(code);
});
