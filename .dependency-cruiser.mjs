// Who may import whom. Each line of HOUSE is a folder with the folders below that it uses; whatever
// is not named is not allowed, and `npm run check` sees to it that whatever is named is used.
export const HOUSE = {
  base: [],
  storage: ['base'],
  background: ['base', 'storage'],
  audit: ['base', 'storage'],
  tenants: ['base', 'storage', 'audit'],
  figures: ['base', 'storage', 'audit', 'tenants'],
  identity: ['base', 'storage', 'audit', 'tenants'],
  mail: [],
  operators: ['base', 'storage', 'background', 'audit', 'tenants', 'identity', 'mail'],
  outbox: ['base', 'storage', 'background', 'audit', 'tenants'],
  restriction: [
    'base',
    'storage',
    'background',
    'audit',
    'tenants',
    'figures',
    'identity',
    'outbox',
  ],
  payment: ['base', 'storage', 'background', 'audit', 'tenants', 'figures', 'identity', 'outbox'],
  players: ['base', 'storage', 'background', 'audit', 'tenants', 'identity', 'restriction'],
  measures: [
    'base',
    'storage',
    'background',
    'audit',
    'tenants',
    'identity',
    'outbox',
    'restriction',
    'payment',
    'players',
  ],
  alerts: [
    'base',
    'storage',
    'background',
    'audit',
    'tenants',
    'figures',
    'mail',
    'outbox',
    'restriction',
    'payment',
    'measures',
  ],
  configuration: [
    'base',
    'audit',
    'tenants',
    'outbox',
    'restriction',
    'payment',
    'measures',
    'alerts',
  ],
  admin: [
    'base',
    'audit',
    'tenants',
    'figures',
    'identity',
    'operators',
    'outbox',
    'restriction',
    'payment',
    'players',
    'measures',
    'alerts',
    'configuration',
  ],
  http: ['base', 'storage'],
};

/** Inside of payment, data goes one way: edge → verify, orders, notices → ledger. */
export const PAYMENT = {
  markets: [],
  settings: ['markets'],
  ledger: ['markets'],
  orders: ['ledger', 'settings', 'markets'],
  outcomes: ['ledger', 'settings', 'markets'],
  verify: ['outcomes', 'ledger', 'settings', 'markets'],
  notices: ['verify', 'outcomes', 'orders', 'ledger', 'settings', 'markets'],
  imports: ['ledger', 'markets'],
  figures: ['outcomes', 'ledger', 'markets'],
  queries: ['orders', 'ledger', 'markets'],
  owned: ['queries', 'markets'],
  edge: [
    'notices',
    'verify',
    'outcomes',
    'orders',
    'owned',
    'queries',
    'ledger',
    'settings',
    'markets',
  ],
};

const OURS = '^(src|emulator|console|sdk|site|test|bench|scripts)/';

const house = Object.entries(HOUSE).map(([folder, below]) => ({
  name: `house-${folder}`,
  severity: 'error',
  comment: `${folder} may import only: ${below.join(', ') || 'nothing else of ours'}`,
  from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: { path: OURS, pathNot: [folder, ...below].map((each) => `^src/${each}/`) },
}));

const payment = Object.entries(PAYMENT).map(([folder, below]) => ({
  name: `payment-${folder}`,
  severity: 'error',
  comment: `of payment's folders, ${folder} may import only: ${below.join(', ') || 'none'}`,
  from: { path: `^src/payment/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: ['^src/payment/[^/]+/', '^src/payment/payment\\.ts$'],
    pathNot: [folder, ...below].map((each) => `^src/payment/${each}/`),
  },
}));

const driver = (name, packages, home) => ({
  name,
  severity: 'error',
  comment: `${packages} only in ${home}`,
  from: { path: '^src/', pathNot: home },
  to: { path: `(^|/)node_modules/(${packages})/` },
});

export default {
  forbidden: [
    ...house,
    ...payment,
    {
      name: 'config-only-in-roots',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: '^src/(cli|start|demo)/' },
      to: { path: '^src/config\\.ts$' },
    },
    {
      name: 'pure-rules',
      severity: 'error',
      comment: 'rules and money decide; they ask nobody',
      from: { path: '^src/(restriction|payment)/(rules|money)\\.ts$' },
      to: { path: '^(src/(storage|outbox|tenants)/|node_modules/(fastify|kysely|pg)/)' },
    },
    {
      name: 'payment-leaves',
      severity: 'error',
      comment: 'loose files of payment are leaves that several folders use; payment.ts assembles',
      from: { path: '^src/payment/[^/]+\\.ts$', pathNot: '^src/payment/payment\\.ts$' },
      to: { path: '^src/payment/[^/]+/', pathNot: '^src/payment/markets/markets?\\.ts$' },
    },
    {
      name: 'markets-see-no-database',
      severity: 'error',
      from: { path: '^src/payment/markets/' },
      to: { path: '^src/storage/' },
    },
    {
      name: 'markets-are-given-their-client',
      severity: 'error',
      comment: 'the thread of SQLite loads every market, and never calls one',
      from: { path: '^src/payment/markets/', pathNot: '^src/payment/markets/http\\.ts$' },
      to: { path: '^src/payment/markets/http\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'admin-only-translates',
      severity: 'error',
      comment: 'operations with their SQL and audit entries live with their nouns',
      from: { path: '^src/admin/' },
      to: { path: '(^|/)node_modules/kysely/' },
    },
    {
      name: 'no-routes-below-the-command-line',
      severity: 'error',
      comment: 'the command line calls the operations that the admin API calls, not the API',
      from: { path: '^src/(cli|demo)/' },
      to: { path: '^src/admin/' },
    },
    driver('sql-drivers-in-storage', 'pg', '^src/storage/'),
    driver(
      'fastify-at-the-edge',
      'fastify|@fastify',
      '^src/(http/|admin/|payment/edge/|service\\.ts|(identity|restriction)/(appeals/)?(routes|login-routes|endpoints)\\.ts)',
    ),
    {
      name: 'strangers',
      severity: 'error',
      comment: 'what emulator and service would share, they would get wrong together',
      from: { path: '^emulator/' },
      to: { path: '^src/' },
    },
    {
      name: 'console-is-a-stranger',
      severity: 'error',
      comment: 'the console knows the service only through its API, by the types of the SDK',
      from: { path: '^console/' },
      to: {
        path: '^(src|emulator|sdk|test|bench|scripts)/',
        pathNot: '^sdk/src/api-types\\.ts$',
      },
    },
    {
      name: 'console-pages-on-top',
      severity: 'error',
      comment: 'what pages share lies below them and knows none of them',
      from: { path: '^console/src/', pathNot: '^console/src/(pages/|(pages|app|main)\\.tsx?$)' },
      to: { path: '^console/src/pages' },
    },
    {
      name: 'sdk-is-a-stranger',
      severity: 'error',
      comment: 'the SDK knows the service only through its API, and runs where there is no Node',
      from: { path: '^sdk/' },
      to: { pathNot: '^sdk/' },
    },
    {
      name: 'service-knows-no-strangers',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(emulator|console|sdk|site|test|bench|scripts)/' },
    },
    {
      // What reads the data of earlier releases must not depend on how this one is made.
      name: 'upgrades-are-strangers',
      severity: 'error',
      from: { path: '^test/upgrade/' },
      to: { path: '^src/' },
    },
    {
      // It judges a service by its answers alone, wherever that service runs: raw, or through the SDK.
      name: 'acceptance-is-a-stranger',
      severity: 'error',
      from: { path: '^test/acceptance/' },
      to: { pathNot: ['^test/acceptance/', '^sdk/src/index\\.ts$'], dependencyTypesNot: ['core'] },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '\\.(test|prove)\\.ts$|^(scripts|bench|emulator/page|site)/|^test/(support/contrast\\.js|upgrade/clock\\.ts)$',
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
