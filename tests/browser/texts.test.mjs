// The page's texts: none is missing, and none is superfluous.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { english } from '../../src/web/texts/en.mjs';

const html = readFileSync(new URL('../../src/web/page.html', import.meta.url), 'utf8');

test('page.html uses every text that is written for it, and no other', () => {
  const used = [...html.matchAll(/data-(?:text|label)="(\w+)"/g)].map(([, key]) => key);
  assert.deepEqual([...new Set(used)].sort(), Object.keys(english().page).sort());
});
