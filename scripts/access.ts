// docs/access.md: the table of callers and routes that test/security/access.test.ts holds the service to.
import {
  ADMIN_GROUPS,
  type Caller,
  GAME_CALLERS,
  GAME_GROUPS,
  type Group,
  STAFF,
} from '../test/security/access-table.ts';

export function accessManual(): string {
  return `# Who may call what

A test calls every route of the running service as every caller of these tables, and fails when a route has no row. A caller without a ✓ is refused and learns nothing about what the path names.

## Games, markets and browsers

${table(GAME_GROUPS, GAME_CALLERS)}

Admin tokens and console sessions open none of these, except what everybody may call.

## Admin API

Members have a role in a project: \`viewer\`, \`operator\`, \`admin\` or \`owner\`. Owners of the installation have every role everywhere. Admin tokens have a scope and can be limited to projects. In other projects, members and limited tokens get \`404\`, as for things that do not exist. Certification keys, client secrets, app-server tokens and the tokens of players open nothing here, except what everybody may call.

${table(ADMIN_GROUPS, STAFF)}

A session changes something only with the header \`x-tollgate-csrf\`, from the console's own pages.

## Limits

Operators and admin tokens with the scope \`restriction\` can be limited to restriction types, scopes and a longest duration. [Restrict players](restrictions.md#who-may-restrict-what) has an example. They still read everything that their role or scope reads.

| call | allowed within the limits |
|---|---|
| \`PUT …/players/{player_id}/restriction\`, \`POST …/restrictions/import\`, \`POST …/bulk\` and its \`/apply\`, \`POST …/bulk/{job_id}/undo\` | where the limits allow the new restriction and the one that it replaces |
| \`POST …/players/{player_id}/release\`, \`…/restrictions/release\`, \`…/bulk/release\`, \`…/measures/effects/{effect_id}/release\`, \`…/players/{player_id}/consent/restore\` | where they would allow to set what is released |
| \`POST …/appeals/{appeal_id}/decide\` | where they would allow to set the restriction, and what it is shortened to; also to uphold it |
| \`PUT\`, \`DELETE …/players/{player_id}/device-exception\` | with the scope \`login\`, every type and no longest duration |
| types, scopes, settings of appeals | never: a limited token does what an operator does |

Single calls get \`403\` and what is not allowed; lists and imports say it for each row. A list counts the limits of who applies it. Viewers restrict nobody, and admins and owners create the keys and rules that restrict anybody, so none of them can be limited. The command line works on the database and knows no limits; \`tollgate import --url\` has those of its token.
`;
}

function table(groups: readonly Group[], callers: Partial<Record<Caller, string>>): string {
  const names = Object.keys(callers) as Caller[];
  const rows = groups.map(({ title, routes, allowed }) => {
    const marks = names.map((name) => (allowed.includes(name) ? '✓' : ''));
    return `| ${[`**${title}**<br>${routes.map(shown).join('<br>')}`, ...marks].join(' | ')} |`;
  });
  const head = ['', ...Object.values(callers)];
  return [`| ${head.join(' | ')} |`, `|---${'|:-:'.repeat(names.length)}|`, ...rows].join('\n');
}

/** In patterns, a star in place of the method means any other method. */
const shown = (route: string): string => `\`${route.replace(/^\* /, '… ')}\``;
