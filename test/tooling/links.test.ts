// Every relative link in the documents leads somewhere, to the heading that it names.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { slugOf } from '../../site/slug.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const LINK = /\]\(([^)\s]+)\)/g;
const FENCE = /^( *)(`{3,}).*?^\1\2$/gms;

/** What a link to a part of the file may name. */
function anchorsOf(file: string): Set<string> {
  const text = read(file).replace(FENCE, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title));
  const named = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id);
  return new Set([...headings, ...named]);
}

test('every relative link in the documents leads somewhere', () => {
  const files = globSync(['*.md', '{docs,examples}/**/*.md', 'sdk/*.md'], { cwd: root });
  assert.ok(files.includes('README.md') && files.length > 10);
  const broken = files.flatMap((file) =>
    [...read(file).matchAll(LINK)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && leadsNowhere(file, target))
      .map((target) => `${file} → ${target}`),
  );
  assert.deepEqual(broken, []);
});

function leadsNowhere(file: string, target: string): boolean {
  const [path = '', part] = target.split('#');
  const place = path === '' ? file : join(dirname(file), path);
  if (!existsSync(join(root, place))) return true;
  return part !== undefined && place.endsWith('.md') && !anchorsOf(place).has(part);
}
