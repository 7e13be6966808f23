// Builds the console into dist/, each text asset also compressed, as the service sends it.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Nearly as small as the highest quality, in a tenth of its time. */
const BROTLI_QUALITY = 9;

/**
 * Left alone, the bundler makes a file for each set of pages that share modules: more than a hundred, of
 * which a page loads dozens.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial' as const], priority: 1 },
  { name: 'library', test: /node_modules/, minShareCount: 2 },
  { name: 'shared', minShareCount: 3 },
];

async function compress(path: string): Promise<void> {
  const text = await readFile(path);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([brotli(text, { params }), zip(text, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}

/** Only what is on the disk is final: the bundler still fills in names after its own hooks. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file));
      await Promise.all(files.map((file) => compress(join(dir, file))));
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [compressed()],
  // The service puts a fresh nonce in its place with every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // 'use client' means nothing here, and every module of the component library says it.
      onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
});
