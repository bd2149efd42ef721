import { expect, test } from 'bun:test';
import { kFactor, standingOf } from '../../modules/ratings/rating.ts';
import { playerWords } from '../../modules/website/player.tsx';
import { textOf } from '../docs/markdown.ts';

test.each([20, 40, 70])('every text names the K-factor of confidence %i', (confidence) => {
  const k = `${kFactor(confidence)}`;
  for (const words of [playerWords.en, playerWords.pl]) {
    expect(words.meaning[standingOf(confidence)]).toContain(k);
  }
  for (const path of ['docs/rules.md', 'docs/rules.pl.md']) {
    const [rule = ''] = /^- \*\*1\.2\*\*.*?(?=^- )/ms.exec(textOf(path)) ?? [];
    expect(rule).toContain(k);
  }
});
