// Who may import whom. Each rule is a wall between folders that exist because of it.
const LEAVES = '^src/(clock|json|ids|id-shapes|trace|metrics|log)\\.ts$';

/** `folder` may import only itself, the leaves, and what is named. */
const only = (name, folder, ...allowed) => ({
  name,
  severity: 'error',
  comment: `${folder} may import only: ${allowed.join(', ') || 'nothing else of ours'}`,
  from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(src|emulator|console|sdk|test|bench|scripts)/',
    pathNot: [LEAVES, `^src/${folder}/`, ...allowed.map((each) => `^src/${each}/`)],
  },
});

const driver = (name, packages, home) => ({
  name,
  severity: 'error',
  comment: `${packages} only in ${home}`,
  from: { path: '^src/', pathNot: home },
  to: { path: `(^|/)node_modules/(${packages})/` },
});

export default {
  forbidden: [
    only('storage-imports-nothing', 'storage'),
    only('apps-on-storage', 'apps', 'storage'),
    only('outbox-on-storage', 'outbox', 'storage'),
    only('restriction-not-payment', 'restriction', 'apps', 'outbox', 'storage'),
    only('payment-not-restriction', 'payment', 'apps', 'outbox', 'storage'),
    only('admin-below-http', 'admin', 'restriction', 'payment', 'apps', 'outbox', 'storage'),
    only(
      'http-below-roots',
      'http',
      'admin',
      'restriction',
      'payment',
      'apps',
      'outbox',
      'storage',
    ),
    {
      name: 'config-only-in-roots',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: '^src/cli/' },
      to: { path: '^src/config\\.ts$' },
    },
    {
      name: 'pure-rules',
      severity: 'error',
      comment: 'rules and money decide; they ask nobody',
      from: { path: '^src/(restriction|payment)/(rules|dates|money)\\.ts$' },
      to: { path: '^(src/(storage|apps|outbox|http)/|node_modules/(fastify|kysely|pg)/)' },
    },
    {
      name: 'providers-see-no-database',
      severity: 'error',
      from: { path: '^src/payment/providers/' },
      to: { path: '^src/storage/' },
    },
    driver('sql-drivers-in-storage', 'pg', '^src/storage/'),
    driver(
      'fastify-at-the-edge',
      'fastify|@fastify',
      '^src/(http/|admin/|service\\.ts|[a-z]+/(routes|endpoints)\\.ts|[a-z]+/[a-z-]+-routes\\.ts)',
    ),
    {
      name: 'strangers',
      severity: 'error',
      comment: 'what emulator and service would share, they would get wrong together',
      from: { path: '^(emulator|console|sdk)/' },
      to: { path: '^src/' },
    },
    {
      name: 'console-is-a-stranger',
      severity: 'error',
      comment: 'the console knows the service only through its API',
      from: { path: '^console/' },
      to: { path: '^(src|emulator|sdk|test|bench|scripts)/' },
    },
    {
      name: 'service-knows-no-strangers',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(emulator|console|sdk|test|bench|scripts)/' },
    },
    {
      name: 'acceptance-is-a-stranger',
      severity: 'error',
      from: { path: '^test/acceptance/' },
      to: { path: '^(src|emulator)/' },
    },
    {
      // What reads the data of earlier releases must not depend on how this one is made.
      name: 'upgrades-are-strangers',
      severity: 'error',
      from: { path: '^test/upgrade/' },
      to: { path: '^src/' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot:
          '\\.(test|prove)\\.ts$|^(scripts|bench|emulator/page|sdk)/|^test/(support/contrast\\.js|upgrade/clock\\.ts)$',
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
