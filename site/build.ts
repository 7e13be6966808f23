// Builds the site from the documents into the folder of its argument: `node site/build.ts <folder>`.
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vitepress';
import { stage } from './stage.ts';

const HERE = import.meta.dirname;
/** Smaller files would not arrive any sooner. */
const COMPRESS_FROM = 1_024;

async function buildSite(outDir: string): Promise<void> {
  const work = mkdtempSync(join(HERE, '.work-'));
  try {
    stage(join(HERE, '..'), work);
    mkdirSync(join(work, '.vitepress/theme'), { recursive: true });
    writeFileSync(
      join(work, '.vitepress/config.ts'),
      "export { config as default } from '../../config.ts';\n",
    );
    writeFileSync(
      join(work, '.vitepress/theme/index.ts'),
      "export { theme as default } from '../../../theme/index.ts';\n",
    );
    await build(work, { outDir });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  // The smallest a page can be where only http is spoken, too.
  for (const file of globSync('**/*.{html,js,css,svg}', { cwd: outDir })) {
    const text = readFileSync(join(outDir, file));
    if (text.length >= COMPRESS_FROM) {
      writeFileSync(join(outDir, `${file}.gz`), gzipSync(text, { level: 9 }));
    }
  }
}

await buildSite(resolve(process.argv[2] ?? join(HERE, 'dist')));
