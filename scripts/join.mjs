// Run by joined.mjs: node scripts/join.mjs <root> <bundler> <folder> <what it is made from>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import '../emulator/reflect.ts';
import { INDEX } from './place.mjs';

const [root, bundler, folder, from] = process.argv.slice(2);

/** Loaded only when their market is used. */
const APART = ['stripe', '@apple/app-store-server-library', '@portone/server-sdk'];
/** Fastify's own, which our serializers share (src/http/validation.ts). */
const SHARED = ['@fastify/fast-json-stringify-compiler'];

const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const names = [...Object.keys(dependencies), ...SHARED].filter((name) => !APART.includes(name));

/** An entry exports what Node would find in the dependency: for CommonJS, only Node knows what that is. */
async function entryOf(name) {
  const exported = Object.keys(await import(name)).filter((each) => each !== 'module.exports');
  const lines = [`export { ${exported.join(', ')} } from '${name}';`];
  if (exported.includes('default')) {
    // What `require` answers.
    lines.push(`export { default as 'module.exports' } from '${name}';`);
  }
  return lines.join('\n');
}

const PREFIX = 'entry:';
const entries = new Map();
for (const name of names) entries.set(`${PREFIX}${name}.mjs`, await entryOf(name));

const { rolldown } = await import(pathToFileURL(bundler).href);
const build = await rolldown({
  cwd: root,
  input: [...entries.keys()],
  platform: 'node',
  external: [/^node:/, 'pg-native'],
  logLevel: 'silent',
  plugins: [
    {
      name: 'entries',
      resolveId(id, importer) {
        if (entries.has(id)) return id;
        if (importer?.startsWith(PREFIX)) return this.resolve(id, join(root, 'package.json'));
        return undefined;
      },
      load: (id) => entries.get(id),
    },
  ],
});
const { output } = await build.write({
  dir: folder,
  format: 'esm',
  entryFileNames: 'entry-[hash].mjs',
  chunkFileNames: 'shared-[hash].mjs',
});
const files = Object.fromEntries(
  output
    .filter(({ isEntry }) => isEntry)
    .map(({ facadeModuleId: id, fileName }) => [id.slice(PREFIX.length, -'.mjs'.length), fileName]),
);
writeFileSync(join(folder, INDEX), JSON.stringify({ from, files }));
