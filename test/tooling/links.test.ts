// Every relative link in the documents leads somewhere.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const LINK = /\]\(([^)\s]+)\)/g;

test('every relative link in the documents leads somewhere', () => {
  const files = globSync(['*.md', '{docs,examples}/**/*.md', 'sdk/*.md'], { cwd: root });
  assert.ok(files.includes('README.md') && files.length > 10);
  const broken = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(LINK)]
      .map(([, target = '']) => target.split('#', 1)[0] as string)
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file} → ${target}`),
  );
  assert.deepEqual(broken, []);
});
