// The files whose statements are changed, room by room, and the small tests of each room.
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';

interface Room {
  readonly files: string;
  /** On SQLite, without a browser and without processes of their own. */
  readonly tests: readonly string[];
}

const ADMIN = 'test/admin';
/** Those of every room. */
const EVERYWHERE = ['test/players/parts.test.ts', 'test/security/neighbours.test.ts'];

/** The first room that has a file is its own. */
const ROOMS: readonly Room[] = [
  { files: 'src/alerts/*', tests: ['test/alerts/*', `${ADMIN}/overview.test.ts`] },
  { files: 'src/audit/*', tests: [`${ADMIN}/log.test.ts`, 'test/players/erased-notices.test.ts'] },
  { files: 'src/background/jobs.ts', tests: ['test/background/jobs.test.ts'] },
  {
    files: 'src/background/*',
    tests: ['test/background/!(worker)*', 'test/retention/*', 'test/measures/retention.test.ts'],
  },
  {
    files: 'src/consent/**',
    tests: ['test/consent/!(kill)*', 'test/players/erased-notices.test.ts'],
  },
  {
    files: 'src/identity/*',
    tests: [
      'test/identity/*',
      `${ADMIN}/{app-keys,keys,clients,price-keys,player,search}.test.ts`,
      'test/players/erased-notices.test.ts',
    ],
  },
  {
    files: 'src/measures/**',
    tests: ['test/measures/*', 'test/players/erased-notices.test.ts'],
  },
  {
    files: 'src/operators/*',
    tests: [
      `${ADMIN}/{access,bystanders,cross-site,invitations,invitation-mails,lockout,projects,second-factor,sign-in,stores,tokens,views,log}.test.ts`,
    ],
  },
  // Other parts are erased with it.
  { files: 'src/outbox/personal-data.ts', tests: ['test/players/!(erased-files)*'] },
  {
    files: 'src/outbox/**',
    tests: [
      'test/outbox/!(cli|receivers-cli)*',
      'test/outbox/relay/!(kill)*',
      'test/restriction/outbox.test.ts',
      'test/players/erased-notices.test.ts',
    ],
  },
  {
    files: 'src/players/*',
    tests: ['test/players/erased-notices.test.ts', `${ADMIN}/player.test.ts`],
  },
  {
    files: 'src/restriction/bulk/*',
    tests: ['test/restriction/bulk.test.ts', `${ADMIN}/bulk.test.ts`],
  },
  {
    files: 'src/restriction/*',
    tests: [
      'test/restriction/!(malformed|model)*',
      `${ADMIN}/{restrictions,types,search,player,figures}.test.ts`,
      'test/outbox/deliveries.test.ts',
      'test/players/erased-notices.test.ts',
    ],
  },
  {
    files: 'src/tenants/*',
    tests: [
      'test/tenants/*',
      `${ADMIN}/{apps,projects,products,game-servers,markets,market-identity,overview,figures,search}.test.ts`,
      'test/identity/login.test.ts',
    ],
  },
  {
    files: 'src/{figures,payment/figures}/*',
    tests: [
      'test/payment/figures/*',
      'test/alerts/stores.test.ts',
      `${ADMIN}/{figures,figures-quality,overview}.test.ts`,
      'test/players/erased-notices.test.ts',
    ],
  },
  {
    files: 'src/payment/ledger/*',
    tests: [
      'test/payment/ledger/!(sad-year|basket-year)*',
      'test/payment/verify/{purchase-verify,duplicate-answers,subscription-verify,subscription-status,apple-receipts,stored-receipts}.test.ts',
      'test/payment/notices/{apple,google,pg,google-voids}.test.ts',
      'test/payment/queries/*',
      'test/players/erased-notices.test.ts',
      `${ADMIN}/notices.test.ts`,
    ],
  },
  {
    files: 'src/payment/actions/*',
    tests: ['test/payment/actions/!(crash|kill)*', 'test/players/erased-notices.test.ts'],
  },
  {
    files: 'src/payment/disputes/*',
    tests: ['test/payment/disputes/!(kill)*', `${ADMIN}/disputes/*`],
  },
  {
    files: 'src/payment/external/*',
    tests: ['test/payment/external/!(year)*'],
  },
  {
    files: 'src/payment/notices/*',
    tests: [
      'src/payment/notices/*.test.ts',
      'test/payment/notices/*',
      'test/payment/verify/rechecks.test.ts',
    ],
  },
  {
    files: 'src/payment/orders/*',
    tests: ['test/payment/orders/!(pay-page-browser)*', 'test/players/erased-notices.test.ts'],
  },
  {
    files: 'src/payment/queries/*',
    tests: [
      'test/payment/queries/*',
      'test/payment/verify/refused.test.ts',
      `${ADMIN}/purchases/*`,
      `${ADMIN}/{player,search}.test.ts`,
    ],
  },
  {
    files: 'src/payment/*(verify/)*',
    tests: [
      'test/payment/verify/!(duplicates|subscription-year)*',
      `${ADMIN}/purchases/*`,
      'test/payment/orders/refused.test.ts',
      'test/players/erased-notices.test.ts',
    ],
  },
];

const roomOf = (file: string): Room | undefined =>
  ROOMS.find(({ files }) => matchesGlob(file, files));

/** Files with statements, and those that walk through lists of the markets. */
export const STORES: readonly string[] = globSync('src/**/*.ts')
  .filter((file) => !file.endsWith('.test.ts') && roomOf(file) !== undefined)
  .filter(
    (file) =>
      file.startsWith('src/payment/notices/') ||
      /\.where\(|\bsql`|\bquery(Prepared)?[(<]/.test(readFileSync(file, 'utf8')),
  )
  .sort();

export function testsOf(file: string): readonly string[] {
  const patterns = [...(roomOf(file)?.tests ?? []), ...EVERYWHERE];
  return patterns.flatMap((pattern) =>
    globSync(pattern)
      .filter((each) => each.endsWith('.test.ts'))
      .sort(),
  );
}
