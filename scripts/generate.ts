// `npm run openapi`: writes the files that are made from code; `--check` says which are out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { accessManual } from './access.ts';
import { apiTypes } from './api-types.ts';
import { configurationManual } from './configuration.ts';
import { licencesManual } from './licences.ts';
import { withMarkets } from './markets.ts';
import { openapiDocument } from './openapi.ts';
import { withGallery } from './security.ts';

const document = await openapiDocument();
const types = await apiTypes(document);
const files: Readonly<Record<string, string>> = {
  'openapi.json': document,
  'console/src/api-types.ts': types.console,
  'sdk/src/api-types.ts': types.sdk,
  'docs/configuration.md': configurationManual(),
  'docs/access.md': accessManual(),
  'docs/licences.md': licencesManual(JSON.parse(readFileSync('package-lock.json', 'utf8'))),
  'docs/markets.md': withMarkets(readFileSync('docs/markets.md', 'utf8')),
  'SECURITY.md': withGallery(readFileSync('SECURITY.md', 'utf8')),
};

const checking = process.argv.includes('--check');
for (const [file, content] of Object.entries(files)) {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) continue;
  if (checking) {
    process.stderr.write(`${file} is out of date: run npm run openapi\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, content);
    process.stdout.write(`wrote ${file}\n`);
  }
}
