// The examples in docs/sign-in.md are settings that a start accepts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readIssuers } from '../../src/operators/oidc/issuers.ts';

test('the issuers in the documentation are read', () => {
  const page = readFileSync(new URL('../../docs/sign-in.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```json\n([^`]+)```/g)].map(([, text = '']) => text);
  assert.equal(examples.length, 5);
  for (const example of examples) assert.ok('value' in readIssuers(example), example);
});
