// Formats generated text as `npm run check` wants it.
import { execFileSync } from 'node:child_process';

export const format = (file: string, content: string): string =>
  execFileSync('biome', ['format', `--stdin-file-path=${file}`], {
    input: content,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
