// Lints openapi.json with Redocly's recommended rules and a few more. Offline: it reads the file and nothing else.
import core from '@redocly/openapi-core';

const { createConfig, lint } = core;

const config = await createConfig({
  extends: ['recommended'],
  rules: {
    'operation-description': 'error',
    'operation-tag-defined': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
  },
});
const problems = await lint({ ref: 'openapi.json', config });
for (const { ruleId, severity, message, location } of problems) {
  process.stderr.write(`${severity} ${ruleId}: ${message} (${location[0]?.pointer})\n`);
}
process.exitCode = problems.length === 0 ? 0 : 1;
