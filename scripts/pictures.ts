// `npm run pictures`: the pictures of the console in docs/images, of a real service with demo data, in a real browser.
// They show Korean, so the machine needs a font that has it. `npm run pictures -- appeal` makes one of them.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { createTollgate, type Tollgate, unwrap } from '../sdk/src/index.ts';
import { startBrowser } from '../test/support/chromium.ts';
import { freePort } from '../test/support/postgres.ts';
import { startProcess, until } from '../test/support/process.ts';

const IMAGES = join(import.meta.dirname, '../docs/images');
const VIEWPORT = { width: 1_200, height: 806 };
const PERIOD = { startDate: '2026-11-15 00:00:00', endDate: '2099-12-15 00:00:00' };
const PLAYERS = 24;
const PURCHASES = 6;
const DAY_MS = 86_400_000;
const SOLD_DAYS = 30;
/** Product, price in thousandths, and how many a day. */
const SOLD = [
  ['gem_1200', 9_990, 2],
  ['gem_100', 990, 4],
] as const;
/** All of them, unless some are named. */
const WANTED = process.argv.slice(2);
/** Shapes of what is on its way. */
const COMING = 'main .mantine-Skeleton-root[data-visible]';
const FIRST_PLAYER = 10_000_000_100n;

interface Demo {
  readonly production: {
    readonly url: string;
    readonly appid: string;
    readonly client_id: string;
    readonly client_secret: string;
  };
  readonly emulator: { readonly url: string };
  readonly console: { readonly url: string; readonly email: string; readonly password: string };
  readonly admin_token: string;
}

async function json<T>(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<T> {
  const answer = await fetch(url, {
    ...(body !== undefined && { method }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Two types, and players who are restricted by them. */
async function restrictPlayers({ restrictions }: Tollgate): Promise<number> {
  const [cheating = 0, abuse = 0] = await Promise.all(
    [
      [
        '불법 프로그램',
        'Illegal program',
        '불법 프로그램 사용이 확인되었습니다.',
        'An illegal program was found.',
      ],
      ['욕설', 'Abusive language', '욕설이 신고되었습니다.', 'Abusive language was reported.'],
    ].map(async ([typeName = '', typeEnName = '', ko = '', en = '']) => {
      const reasons = [
        { language: 'ko', title: '이용 제한', reason: ko },
        { language: 'en', title: 'Access restricted', reason: en },
      ] as const;
      const type = { typeStatus: 'N', typeName, typeEnName, reasons } as const;
      return unwrap(await restrictions.types.set({ ...type, reasons: [...reasons] })).blockType;
    }),
  );
  for (let index = 0; index < PLAYERS; index += 1) {
    const status = index % 3 === 0 ? 'P' : 'B';
    const blockType = index % 4 === 0 ? abuse : cheating;
    const playerId = FIRST_PLAYER + BigInt(index);
    unwrap(await restrictions.set({ playerId, status, blockType, ...PERIOD }));
  }
  return cheating;
}

/** A permanently restricted player who appeals, and what is answered mostly. */
async function appeal(
  { restrictions }: Tollgate,
  { production, admin_token }: Demo,
  blockType: number,
): Promise<string> {
  const answers = [
    {
      decision: 'release',
      language: 'en',
      text: 'We checked again: you are right, and we are sorry. You can play again.',
    },
    { decision: 'uphold', language: 'en', text: 'We checked again. Our decision stays.' },
  ];
  const settings = `${production.url}/admin/v1/apps/${production.appid}/types/${blockType}/appeals`;
  const headers = { authorization: `Bearer ${admin_token}` };
  await json(settings, { allowed: true, answers }, headers, 'PUT');
  const made = await restrictions.appeal({
    playerId: FIRST_PLAYER + 3n,
    text: 'My brother installed something on my phone while I was at school.\nI have removed it. Please look again.',
    language: 'en',
  });
  return unwrap(made).appealId;
}

/** Purchases at two stores; the first is delivered and refunded. Answers its id. */
async function sell(
  { purchases }: Tollgate,
  { emulator, production, admin_token }: Demo,
): Promise<string> {
  const accountUuid = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
  const common = { requestType: 1, accountUuid } as const;
  const bought = await json<{ transactionId: string; signedTransaction: string }>(
    `${emulator.url}/control/apple/transactions`,
    { productId: 'gem_1200', appAccountToken: accountUuid, price: 9_990, currency: 'USD' },
  );
  const first = unwrap(
    await purchases.verify({
      ...common,
      providerId: 'APPLE',
      productId: 'gem_1200',
      serviceReceipt: bought.signedTransaction,
    }),
  );
  const { serviceTransactionId } = first;
  for (let index = 0; index < PURCHASES; index += 1) {
    const productId = index % 3 === 0 ? 'gem_1200' : 'gem_100';
    const { purchaseToken } = await json<{ purchaseToken: string }>(
      `${emulator.url}/control/google/purchases`,
      {
        productId,
        obfuscatedExternalAccountId: accountUuid,
        priceMicros: productId === 'gem_100' ? 990_000 : 9_990_000,
        currency: 'USD',
      },
    );
    unwrap(
      await purchases.verify({
        ...common,
        providerId: 'GOOGLE',
        productId,
        serviceReceipt: purchaseToken,
      }),
    );
  }
  await json(`${emulator.url}/control/apple/transactions/${bought.transactionId}/refund`, {});
  const record = `${production.url}/admin/v1/apps/${production.appid}/purchases/${serviceTransactionId}`;
  const headers = { authorization: `Bearer ${admin_token}` };
  await until(
    async () => (await json<{ state: string }>(record, undefined, headers)).state === 'refunded',
  );
  return serviceTransactionId;
}

/** A month of purchases at the App Store, more on weekends. */
async function sellForAMonth({ purchases }: Tollgate, { emulator }: Demo): Promise<void> {
  for (let day = 0; day < SOLD_DAYS; day += 1) {
    const purchaseDate = Date.now() - day * DAY_MS;
    const isWeekend = new Date(purchaseDate).getUTCDay() % 6 === 0;
    for (const [productId, price, usual] of SOLD) {
      for (let sold = 0; sold < usual + (isWeekend ? 2 : 0) + ((day * usual) % 3); sold += 1) {
        const { signedTransaction: serviceReceipt } = await json<{ signedTransaction: string }>(
          `${emulator.url}/control/apple/transactions`,
          { productId, price, currency: 'USD', purchaseDate },
        );
        const bought = { requestType: 1, providerId: 'APPLE', productId, serviceReceipt } as const;
        unwrap(await purchases.verify({ ...bought, accountUuid: crypto.randomUUID() }));
      }
    }
  }
}

/** A list with new players, players who are restricted already, and a mistake. */
async function dryRun({ production, admin_token }: Demo, blockType: number): Promise<string> {
  const rows = [
    ...Array.from(
      { length: 14 },
      (_, index) => `${FIRST_PLAYER + BigInt(index + PLAYERS - 4)},B,,,`,
    ),
    '10000000999,B,99,,',
    'not-a-player,B,,,',
  ];
  const query = new URLSearchParams({
    action: 'restrict',
    block_type: String(blockType),
    start_date: PERIOD.startDate,
    end_date: PERIOD.endDate,
  });
  const { job_id } = await json<{ job_id: string }>(
    `${production.url}/admin/v1/apps/${production.appid}/bulk?${query}`,
    ['player_id,status,block_type,start_date,end_date', ...rows].join('\n'),
    { authorization: `Bearer ${admin_token}`, 'content-type': 'text/csv' },
  );
  return job_id;
}

async function signIn(page: Page, { console: { url, email, password } }: Demo): Promise<void> {
  await page.goto(url);
  await page.locator('input[type=email], input[name=email]').first().fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((address) => !address.pathname.endsWith('/sign-in'));
}

async function takePictures(demo: Demo): Promise<void> {
  const { url, appid, client_id: clientId, client_secret: clientSecret } = demo.production;
  const tollgate = createTollgate({ url, appId: appid, clientId, clientSecret });
  const blockType = await restrictPlayers(tollgate);
  const purchase = await sell(tollgate, demo);
  await sellForAMonth(tollgate, demo);
  const job = await dryRun(demo, blockType);
  const appealId = await appeal(tollgate, demo, blockType);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({
      viewport: VIEWPORT,
      locale: 'en-US',
      reducedMotion: 'reduce',
    });
    await signIn(page, demo);
    for (const [name, path] of Object.entries({
      overview: '/overview',
      figures: '/figures?by=product',
      type: `/types/${blockType}`,
      purchase: `/purchases/${purchase}`,
      bulk: `/bulk/${job}`,
      appeal: `/appeals/queue/${appealId}`,
    })) {
      if (WANTED.length > 0 && !WANTED.includes(name)) continue;
      await page.goto(`${demo.console.url}/a/${appid}${path}`, { waitUntil: 'networkidle' });
      await page.locator('main h1').first().waitFor();
      await until(async () => (await page.locator(COMING).count()) === 0);
      if (name === 'appeal') await page.getByRole('radio', { name: 'Release' }).check();
      const file = join(IMAGES, `console-${name}.png`);
      await page.screenshot({ path: file, animations: 'disabled' });
      process.stdout.write(`wrote docs/images/console-${name}.png\n`);
    }
  } finally {
    await browser.close();
  }
}

const data = mkdtempSync(join(tmpdir(), 'tollgate-pictures-'));
const variables = {
  TOLLGATE_DATA: data,
  TOLLGATE_MASTER_KEY: '',
  EMULATOR_PORT: String(await freePort()),
};
const running = await startProcess(variables, ['--demo']);
try {
  await running.prints('Tollgate is running.');
  await takePictures(JSON.parse(await readFile(join(data, 'demo.json'), 'utf8')) as Demo);
} finally {
  await running.stop();
  rmSync(data, { recursive: true, force: true });
}
