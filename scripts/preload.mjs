// Loaded before a program: what was compiled or joined once is not compiled or searched for again, here and in children.
import { readFileSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { INDEX, JOINED } from './place.mjs';

const ROOT = new URL('../', import.meta.url).href;

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', ROOT));
enableCompileCache(process.env.NODE_COMPILE_CACHE);

/** By name, where a joined dependency is; none where nothing could be joined. */
function readJoined() {
  const folder = new URL(`${JOINED}/`, ROOT);
  try {
    const { files } = JSON.parse(readFileSync(new URL(INDEX, folder), 'utf8'));
    return new Map(Object.entries(files).map(([name, file]) => [name, new URL(file, folder).href]));
  } catch {
    return new Map();
  }
}

const joined = readJoined();

registerHooks({
  resolve(specifier, context, next) {
    const found = joined.get(specifier);
    if (found !== undefined) return { url: found, format: 'module', shortCircuit: true };
    // Our own imports name the file as it is: there is nothing to look for.
    if (specifier.startsWith('.') && specifier.endsWith('.ts') && isOurs(context.parentURL)) {
      const { href } = new URL(specifier, context.parentURL);
      return { url: href, format: 'module-typescript', shortCircuit: true };
    }
    return next(specifier, context);
  },
});

function isOurs(url) {
  return url?.startsWith(ROOT) && !url.includes('/node_modules/');
}
