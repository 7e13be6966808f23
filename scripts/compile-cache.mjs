// Loaded before a program: what was compiled once is not compiled again, in this process and in its children.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../node_modules/.cache/compiled', import.meta.url),
);
enableCompileCache(process.env.NODE_COMPILE_CACHE);
