// A copy of the repository with a made-up market, and which of its files had to change for it.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sameFolder } from '../../support/same-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** What is added; nothing of it exists before. */
const ADDED: Readonly<Record<string, string>> = {
  'src/payment/markets/moon/market.ts': 'market.ts.txt',
  'emulator/moon/market.ts': 'emulator.ts.txt',
  'console/src/pages/app-settings/markets/moon.ts': 'console.ts.txt',
};

type Edit = readonly [from: string, to: string];

/** What is changed by hand. */
const CHANGED: Readonly<Record<string, readonly Edit[]>> = {
  'src/base/market.ts': [["| 'PG'", "| 'PG' | 'MOON'"]],
  'src/payment/markets/markets.ts': [
    ['import { pg }', "import { moon } from './moon/market.ts';\nimport { pg }"],
    ['= [apple,', '= [moon, apple,'],
  ],
  'emulator/app.ts': [
    [
      'import { createPortone }',
      "import { createMoon } from './moon/market.ts';\nimport { createPortone }",
    ],
    ['[createApple,', '[createMoon, createApple,'],
  ],
  'console/src/sales/markets.ts': [
    [
      '\n};\n\nexport const MARKETS',
      "\n  MOON: { name: { en: 'Moon Shop', ko: '문샵' }, color: 'rose', prefix: 'MO' },\n};\n\nexport const MARKETS",
    ],
  ],
  'console/src/pages/app-settings/markets/shapes.ts': [
    ['import { pg }', "import { moon } from './moon.ts';\nimport { pg }"],
    ['  PG: pg,', '  PG: pg,\n  MOON: moon,'],
  ],
};

/** What `npm run openapi` writes again, and what a person writes about it. */
export const GENERATED = [
  'openapi.json',
  'console/src/api-types.ts',
  'sdk/src/api-types.ts',
  'docs/configuration.md',
  'docs/markets.md',
];
const WRITTEN = ['CHANGELOG.md'];

export const touched = (): readonly string[] => [...Object.keys(CHANGED), ...GENERATED, ...WRITTEN];

/** Copies the folders, adds the market, and gives the path. */
export function copyWithMarket(name: string, folders: readonly string[]): string {
  const copy = sameFolder(name);
  for (const folder of folders) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  for (const [file, fixture] of Object.entries(ADDED)) add(copy, file, fixture);
  for (const [file, edits] of Object.entries(CHANGED)) change(copy, file, edits);
  return copy;
}

export function add(copy: string, file: string, fixture: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), readFileSync(new URL(fixture, import.meta.url)), { flag: 'wx' });
}

function change(copy: string, file: string, edits: readonly Edit[]): void {
  let text = readFileSync(join(ROOT, file), 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, () => to);
  }
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  writeFileSync(join(copy, file), text);
}
