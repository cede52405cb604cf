import { describe, expect, it } from 'vitest';
import { emptyDelivery, faultsOfDelivery, filledLinks } from './delivery-draft.ts';

describe('a delivery draft', () => {
  it('needs a file, a text or a link', () => {
    expect(faultsOfDelivery(emptyDelivery, 0).nothing).toBe('Add at least one file, text or link.');
    expect(faultsOfDelivery({ ...emptyDelivery, note: 'only a note' }, 0).nothing).toBeDefined();
    expect(faultsOfDelivery(emptyDelivery, 1)).toEqual({});
    expect(faultsOfDelivery({ ...emptyDelivery, text: 'words' }, 0)).toEqual({});
    expect(faultsOfDelivery({ ...emptyDelivery, links: ['', ' https://a.example '] }, 0)).toEqual({});
  });

  it('accepts only web URLs and names the invalid row', () => {
    const draft = { ...emptyDelivery, links: ['https://a.example', 'javascript:alert(1)', ''] };
    expect(Object.keys(faultsOfDelivery(draft, 1).links ?? {})).toEqual(['1']);
    expect(filledLinks(draft)).toHaveLength(2);
  });
});
