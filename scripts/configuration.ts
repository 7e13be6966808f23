// The manual of all settings, made from their definitions.
import { type Setting, settings } from '../src/config.ts';

export function configurationManual(): string {
  const all = Object.entries<Setting<unknown>>(settings);
  const rows = all.map(
    ([name, setting]) => `| \`${name}\` | ${defaultOf(setting)} | ${setting.description} |`,
  );
  const secrets = all.filter(([, { secret }]) => secret).map(([name]) => `\`${name}_FILE\``);
  const commands = all.filter(([, { command }]) => command).map(([name]) => `\`${name}_COMMAND\``);
  return `# Configuration

Tollgate reads its settings from environment variables. A bad value stops the start, and all bad values are reported at once.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}

## Secrets from files

Every secret can also come from a file, such as a Docker or Kubernetes secret: set ${listOf(secrets)} to its path. Tollgate reads the file at the start and drops one line break at its end. Setting more than one variable of a secret is an error.

\`\`\`text
TOLLGATE_MASTER_KEY_FILE=/run/secrets/tollgate-master-key npm run serve
\`\`\`

The master keys can also come from a command, such as the client of a key management service: set ${listOf(commands)}. It runs in the shell at every start and must print the key within 30 seconds. Tollgate drops one line break at the end of its output, and shows neither the output nor its error messages.

\`\`\`text
TOLLGATE_MASTER_KEY_COMMAND='aws secretsmanager get-secret-value --secret-id tollgate --query SecretString --output text' tollgate serve
\`\`\`
`;
}

function defaultOf({ fallback, demo }: Setting<unknown>): string {
  // Lists of names and values are empty.
  const shown = typeof fallback === 'object' ? '' : String(fallback ?? '');
  if (shown === '') return '';
  return demo === undefined ? `\`${shown}\`` : `\`${shown}\`; with \`npm start\` \`${demo}\``;
}

const listOf = (names: readonly string[]): string =>
  `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
