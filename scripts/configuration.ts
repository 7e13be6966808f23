// The manual of all settings, made from their definitions.
import { settings } from '../src/config.ts';

export function configurationManual(): string {
  const rows = Object.entries(settings).map(
    ([name, { description, shown }]) =>
      `| \`${name}\` | ${shown === '' ? '' : `\`${shown}\``} | ${description} |`,
  );
  return `# Configuration

Everything is set by environment variables. A bad value stops the start; all of them are reported at once.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}
`;
}
