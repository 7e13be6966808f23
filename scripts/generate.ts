// `npm run openapi`: writes the files that are made from code; `--check` says which are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { configurationManual } from './configuration.ts';
import { openapiDocument } from './openapi.ts';

const files: Readonly<Record<string, () => Promise<string> | string>> = {
  'openapi.json': openapiDocument,
  'docs/configuration.md': configurationManual,
};

const checking = process.argv.includes('--check');
for (const [file, make] of Object.entries(files)) {
  const content = await make();
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
  if (checking) {
    process.stderr.write(`${file} is out of date: run npm run openapi\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, content);
    process.stdout.write(`wrote ${file}\n`);
  }
}
