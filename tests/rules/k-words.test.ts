import { expect, test } from 'bun:test';
import { kFactor } from '../../modules/ratings/rating.ts';
import { textOf } from '../docs/markdown.ts';

test.each([20, 40, 70])('the rules name the K-factor of confidence %i', (confidence) => {
  for (const path of ['docs/rules.md', 'docs/rules.pl.md']) {
    const [rule = ''] = /^- \*\*1\.2\*\*.*?(?=^- )/ms.exec(textOf(path)) ?? [];
    expect(rule).toContain(`${kFactor(confidence)}`);
  }
});
