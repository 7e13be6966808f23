// Who may call what: groups of routes, and the callers that each lets in. Rendered into docs/access.md.

export const GAME_CALLERS = {
  nobody: 'nobody',
  client: 'client id and secret',
  key: 'certification key',
  app: 'app-server token',
  otherApp: 'app-server token of another project',
  user: 'user token',
  debt: 'debt token',
} as const;

export const STAFF = {
  full: 'admin token `full`',
  read: 'admin token `read`',
  restriction: 'admin token `restriction`',
  payment: 'admin token `payment`',
  viewer: 'member `viewer`',
  operator: 'member `operator`',
  admin: 'member `admin`',
  owner: 'member `owner`',
  installation: 'owner of the installation',
} as const;

export const CALLERS = { ...GAME_CALLERS, ...STAFF };
export type Caller = keyof typeof CALLERS;

export interface Group {
  readonly title: string;
  /** `*` is one part of a path, `**` any number of them. */
  readonly routes: readonly string[];
  readonly allowed: readonly Caller[];
}

const EVERYBODY = Object.keys(CALLERS) as Caller[];
const MEMBERS: readonly Caller[] = ['viewer', 'operator', 'admin', 'owner', 'installation'];
const from = (role: Caller): readonly Caller[] => MEMBERS.slice(MEMBERS.indexOf(role));

/** The APIs of app servers, game clients, markets and browsers. */
export const GAME_GROUPS: readonly Group[] = [
  {
    title: 'Health, metrics (without `METRICS_TOKEN`), public keys, API reference, console pages',
    routes: [
      'GET /',
      'GET /favicon.ico',
      'GET /health/*',
      'GET /metrics',
      'GET /.well-known/*',
      'GET /docs',
      'GET /docs/**',
      'GET /console',
      'GET /console/**',
    ],
    allowed: EVERYBODY,
  },
  { title: 'Tokens of app servers', routes: ['POST /oauth/*'], allowed: ['client'] },
  { title: 'Logins', routes: ['POST /auth/v1/login'], allowed: ['app'] },
  { title: 'Logouts', routes: ['POST /auth/v1/logout'], allowed: ['app', 'user'] },
  { title: 'Restriction, generation 1', routes: ['POST /game/block/**'], allowed: ['key'] },
  { title: 'Restriction, generation 2', routes: ['POST /v2/game/block/**'], allowed: ['app'] },
  {
    title: 'Verification and subscriptions',
    routes: ['POST /payment/v1/purchase/verify', 'POST /payment/v1/subscription/*'],
    allowed: ['app'],
  },
  {
    title: 'Orders of the player (debt tokens: only for what is owed)',
    routes: [
      'POST /payment/v1/purchase/init',
      'POST /payment/v1/purchase/finalize',
      'POST /payment/v1/order/pay-page-url',
    ],
    allowed: ['user', 'debt'],
  },
  {
    title: 'Paid orders to restore (players: only their own)',
    routes: ['POST /payment/v1/purchase/restore'],
    allowed: ['app', 'user', 'debt'],
  },
  {
    title: 'Delivery results, purchase history, what is owned (users: only their own)',
    routes: [
      'POST /payment/v1/item/result',
      'POST /payment/v1/transactions',
      'POST /payment/v1/owned',
    ],
    allowed: ['app', 'user'],
  },
  {
    title: 'Payment pages for the buyer’s browser (whoever knows the order number)',
    routes: ['GET /payment/v1/order/pay/**', 'GET /payment/v1/order/return/**'],
    allowed: EVERYBODY,
  },
  {
    title: 'The page for appeals (the code in the form decides)',
    routes: ['GET /appeal', 'POST /appeal'],
    allowed: EVERYBODY,
  },
  {
    title: 'Notifications from the markets (the signature of the market decides)',
    routes: ['POST /market/v1/**'],
    allowed: [],
  },
];

const APP = '/admin/v1/apps/{appid}';
const PROJECT = '/admin/v1/projects/{game_index}';

/** The admin API: scopes of tokens, roles of members in the project of the request. */
export const ADMIN_GROUPS: readonly Group[] = [
  {
    title: 'Environment, sign-in, invitations and new passwords by their link',
    routes: [
      'GET /admin/v1/environment',
      'POST /admin/v1/session',
      'POST /admin/v1/session/oidc/*',
      'GET /admin/v1/session/oidc/*/callback',
      'POST /admin/v1/invitations/open',
      'POST /admin/v1/invitations/accept',
      'POST /admin/v1/password-resets',
      'POST /admin/v1/password-resets/complete',
    ],
    // A bearer token that is no admin token is refused, also here.
    allowed: ['nobody', 'client', 'key', 'full', 'read', 'restriction', 'payment', ...MEMBERS],
  },
  {
    title: 'Logout by an issuer (its logout token decides)',
    routes: ['POST /admin/v1/session/oidc/*/logout'],
    allowed: [],
  },
  {
    title: 'Own session, password, second factor and connections',
    routes: ['* /admin/v1/session', '* /admin/v1/session/**'],
    allowed: MEMBERS,
  },
  {
    title: 'List of projects, search (only what the caller can see)',
    routes: ['GET /admin/v1/projects', 'GET /admin/v1/search'],
    allowed: ['full', 'read', 'restriction', 'payment', ...MEMBERS],
  },
  {
    title: 'Projects, apps, servers: read',
    routes: [
      `GET ${PROJECT}`,
      `GET ${PROJECT}/apps`,
      `GET ${PROJECT}/second-factor`,
      `GET ${APP}`,
      `GET ${APP}/servers`,
      `GET ${APP}/servers/*`,
    ],
    allowed: ['full', 'read', 'restriction', 'payment', ...from('viewer')],
  },
  {
    title: 'Projects, apps, servers: change',
    routes: [`PATCH ${PROJECT}`, `POST ${PROJECT}/apps`, `PATCH ${APP}`, `* ${APP}/servers/*`],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Projects and apps: delete, require a second factor',
    routes: [`DELETE ${PROJECT}`, `PUT ${PROJECT}/second-factor`, `DELETE ${APP}`],
    allowed: ['full', ...from('owner')],
  },
  {
    title: 'Personal data: export and erase a player',
    routes: [`GET ${APP}/players/*/export`, `* ${APP}/players/*/erasure`],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Restrictions, types, scopes and appeals: read',
    routes: [
      `GET ${PROJECT}/scopes`,
      `GET ${PROJECT}/appeal-settings`,
      `GET ${APP}/appeals`,
      `GET ${APP}/appeals/*`,
      `GET ${APP}/figures/appeals`,
      `GET ${APP}/types`,
      `GET ${APP}/restrictions`,
      `GET ${APP}/figures/restrictions`,
      `GET ${APP}/figures/restrictions/file`,
      `GET ${APP}/restrictions/*`,
      `GET ${APP}/players/*`,
      ...['history', 'accounts', 'devices', 'logins', 'notes'].map(
        (list) => `GET ${APP}/players/*/${list}`,
      ),
      `GET ${APP}/bulk`,
      `GET ${APP}/bulk/**`,
    ],
    allowed: ['full', 'read', 'restriction', ...from('viewer')],
  },
  {
    title: 'Restrictions: set, release, bulk jobs, import; appeals: decide; notes about players',
    routes: [
      `POST ${APP}/appeals/*/decide`,
      `* ${APP}/players/*/notes`,
      `* ${APP}/players/*/notes/*`,
      `POST ${APP}/restrictions/import`,
      `POST ${APP}/restrictions/release`,
      `PUT ${APP}/players/*/restriction`,
      `PUT ${APP}/players/*/device-exception`,
      `DELETE ${APP}/players/*/device-exception`,
      `POST ${APP}/players/*/release`,
      `POST ${APP}/bulk`,
      `* ${APP}/bulk/**`,
    ],
    allowed: ['full', 'restriction', ...from('operator')],
  },
  {
    title: 'Types, scopes and how appeals are treated: change, import',
    routes: [
      `* ${PROJECT}/scopes/*`,
      `PUT ${PROJECT}/appeal-settings`,
      `POST ${APP}/types`,
      `* ${APP}/types/*`,
      `PUT ${APP}/types/*/appeals`,
    ],
    allowed: ['full', 'restriction', ...from('admin')],
  },
  {
    title: 'Markets, products, purchases, figures, store notifications: read',
    routes: [
      `GET ${APP}/markets`,
      `GET ${APP}/markets/*`,
      `GET ${APP}/products`,
      `GET ${APP}/products/*`,
      `GET ${APP}/price-keys`,
      `GET ${APP}/purchases`,
      `GET ${APP}/purchases/**`,
      `GET ${APP}/refused-verifications`,
      `GET ${APP}/refused-verifications/*`,
      `GET ${APP}/reports`,
      `GET ${APP}/reports/*`,
      `GET ${APP}/refunds`,
      `GET ${APP}/refunds/*`,
      `GET ${APP}/disputes`,
      `GET ${APP}/disputes/*`,
      `GET ${APP}/dispute-texts`,
      `GET ${APP}/grants`,
      `GET ${APP}/actions`,
      `GET ${APP}/actions/*`,
      `GET ${PROJECT}/action-settings`,
      `GET ${APP}/subscriptions`,
      `GET ${APP}/subscriptions/**`,
      `GET ${APP}/players/*/spending`,
      `GET ${APP}/players/*/orders`,
      `GET ${APP}/figures/**`,
      `GET ${PROJECT}/rates`,
      `GET ${PROJECT}/figures/**`,
      `GET ${APP}/notices`,
      `GET ${APP}/notices/**`,
    ],
    allowed: ['full', 'read', 'payment', ...from('viewer')],
  },
  {
    title:
      'Check market credentials, replay store notifications, restore orders, report deliveries, send events again, draft and send evidence for disputes, grant products, send reports of external sales',
    routes: [
      `POST ${APP}/markets/*/check`,
      `POST ${APP}/notices/**`,
      `POST ${APP}/orders/*/restore`,
      `POST ${APP}/purchases/*/delivery`,
      `POST ${APP}/purchases/*/events`,
      `* ${APP}/disputes/*/draft`,
      `POST ${APP}/disputes/*/send`,
      `POST ${APP}/reports/**`,
      `POST ${APP}/grants`,
      `DELETE ${APP}/grants/*`,
    ],
    allowed: ['full', 'payment', ...from('operator')],
  },
  {
    title:
      'Act after the sale: request, approve, decline, withdraw (operators only where the project allows it)',
    routes: [
      `POST ${APP}/purchases/*/actions`,
      `POST ${APP}/subscriptions/*/*/actions`,
      `POST ${APP}/actions/*/approve`,
      `POST ${APP}/actions/*/decline`,
      `POST ${APP}/actions/*/withdraw`,
    ],
    allowed: ['full', 'payment', ...from('operator')],
  },
  {
    title: 'Who may act after the sale, and how much: change',
    routes: [`PUT ${PROJECT}/action-settings`],
    allowed: ['full', ...from('owner')],
  },
  {
    title:
      'Markets, products, texts for disputes, exchange rates and custom price keys: change; purchases: import',
    routes: [
      `* ${APP}/dispute-texts/*`,
      `* ${APP}/markets/*`,
      `DELETE ${APP}/markets/PG/former/*`,
      `* ${APP}/products/*`,
      `* ${APP}/price-keys/**`,
      `PUT ${PROJECT}/rates`,
      `POST ${PROJECT}/rates/import`,
      `POST ${APP}/purchases/import`,
    ],
    allowed: ['full', 'payment', ...from('admin')],
  },
  {
    title: 'Measures: read, dry run; what players owe',
    routes: [
      `GET ${APP}/measures/**`,
      `POST ${APP}/measures/rules/dry-run`,
      `GET ${APP}/players/*/debt`,
    ],
    allowed: ['full', 'read', ...from('viewer')],
  },
  {
    title: 'Withdrawn consent: read',
    routes: [`GET ${APP}/consent`, `GET ${APP}/players/*/consent`],
    allowed: ['full', 'read', ...from('viewer')],
  },
  {
    title: 'Withdrawn consent: import files, note that consent was given again',
    routes: [`POST ${APP}/consent/import`, `POST ${APP}/players/*/consent/restore`],
    allowed: ['full', ...from('operator')],
  },
  {
    title: 'Withdrawn consent: switch restrictions on and off',
    routes: [`PUT ${APP}/consent`],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Measures: release effects, close flags',
    routes: [`POST ${APP}/measures/effects/*/release`, `POST ${APP}/measures/flags/*/close`],
    allowed: ['full', ...from('operator')],
  },
  {
    title: 'Measures: change rules, adopt types',
    routes: [
      `POST ${APP}/measures/rules`,
      `PATCH ${APP}/measures/rules/*`,
      `DELETE ${APP}/measures/rules/*`,
      `PUT ${APP}/measures/rules/*/exempt`,
      `POST ${APP}/measures/rules/*/switch`,
      `POST ${APP}/measures/ready-types/*/adopt`,
    ],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Receivers, outbox, overview, alerts: read',
    routes: [
      `GET ${APP}/overview`,
      `GET ${PROJECT}/receivers`,
      `GET ${PROJECT}/receivers/*`,
      `GET ${PROJECT}/outbox/**`,
      `GET ${PROJECT}/attention`,
      `GET ${PROJECT}/alerts`,
      `GET ${PROJECT}/alert-settings`,
    ],
    allowed: ['full', 'read', ...from('viewer')],
  },
  {
    title: 'Outbox: pause, resume, test, replay; alerts: acknowledge',
    routes: [
      `POST ${PROJECT}/outbox/**`,
      `DELETE ${PROJECT}/outbox/**`,
      `POST ${PROJECT}/alerts/*/acknowledge`,
    ],
    allowed: ['full', ...from('operator')],
  },
  {
    title: 'Receivers, alert channels and thresholds: change',
    routes: [
      `* ${PROJECT}/receivers/**`,
      `GET ${PROJECT}/alert-channels`,
      `* ${PROJECT}/alert-channels/**`,
      `POST ${PROJECT}/alert-channels`,
      `PUT ${PROJECT}/alert-settings`,
    ],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Configuration as a file: export, compare',
    routes: [`GET ${PROJECT}/configuration`, `GET ${PROJECT}/configuration/drift`],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Keys, clients, audit log: read',
    routes: [
      `GET ${APP}/keys`,
      `GET ${PROJECT}/clients`,
      'GET /admin/v1/clients/*',
      'GET /admin/v1/audit',
      'GET /admin/v1/audit/*',
    ],
    allowed: ['full', 'read', ...from('viewer')],
  },
  {
    title: 'Keys and clients: create, rotate, revoke',
    routes: [
      `* ${APP}/keys`,
      `* ${APP}/keys/**`,
      `POST ${PROJECT}/clients`,
      '* /admin/v1/clients/**',
    ],
    allowed: ['full', ...from('admin')],
  },
  {
    title: 'Members and invitations of a project',
    routes: [
      `* ${PROJECT}/members`,
      `* ${PROJECT}/members/*`,
      `* ${PROJECT}/invitations`,
      `* ${PROJECT}/invitations/*`,
    ],
    allowed: ['full', ...from('owner')],
  },
  {
    title: 'New projects, owners, invitations of owners, admin tokens, signing keys',
    routes: [
      'POST /admin/v1/projects',
      'GET /admin/v1/owners',
      '* /admin/v1/invitations',
      '* /admin/v1/invitations/*',
      '* /admin/v1/admin-tokens',
      '* /admin/v1/admin-tokens/*',
      'POST /admin/v1/signing-keys/rotate',
    ],
    allowed: ['full', 'installation'],
  },
];

/** The first group that names the route. */
export const groupOf = (route: string): Group | undefined =>
  expressions.find(([expression]) => expression.test(route))?.[1];

const expressions = [...GAME_GROUPS, ...ADMIN_GROUPS].flatMap((group) =>
  group.routes.map((pattern) => [asExpression(pattern), group] as const),
);

function asExpression(pattern: string): RegExp {
  const escaped = pattern.replace(/[.{}/]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replace(/\*+/g, (stars) => (stars === '*' ? '[^/ ]+' : '.+'))}$`);
}
