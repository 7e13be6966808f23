// The manual of all settings, made from their definitions.
import { type Setting, settings } from '../src/config.ts';

export function configurationManual(): string {
  const all = Object.entries<Setting<unknown>>(settings);
  const rows = all.map(
    ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${setting.description} |`,
  );
  const secrets = all.filter(([, { secret }]) => secret).map(([name]) => `\`${name}_FILE\``);
  return `# Configuration

Tollgate reads its settings from environment variables. A bad value stops the start, and all bad values are reported at once.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}

## Secrets from files

Every secret can also come from a file, such as a Docker or Kubernetes secret: set ${listOf(secrets)} to its path. Tollgate reads the file at the start and drops one line break at its end. Setting both variables of a secret is an error.

\`\`\`text
TOLLGATE_MASTER_KEY_FILE=/run/secrets/tollgate-master-key npm run serve
\`\`\`
`;
}

function defaultOf({ shown, demo }: Setting<unknown>): string {
  if (shown === '') return '';
  return demo === undefined ? `\`${shown}\`` : `\`${shown}\`; with \`npm start\` \`${demo}\``;
}

const listOf = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
