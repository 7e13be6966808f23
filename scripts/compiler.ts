// The compiler that checks and compiles: TypeScript 7, several times as fast. Tools that read code need version 6.
import { join } from 'node:path';

/** By its path, because both versions have a command `tsc`. */
export const COMPILER = join(import.meta.dirname, '../node_modules/typescript-7/bin/tsc');
