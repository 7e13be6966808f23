// `npm run bench [-- case …] [--database sqlite|postgres] [--seconds n] [--rounds n] [--purchases n] [--restrictions n] [--json] [--keep] [--picture file.svg]`
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { KINDS, type Kind } from '../test/support/databases.ts';
import { type PostgresServer, startPostgres } from '../test/support/postgres.ts';
import { type Case, readCases } from './case.ts';
import { benchDownloads } from './downloads.ts';
import { benchEmulator } from './emulator.ts';
import type { Figure } from './figure.ts';
import { benchFigures } from './figures.ts';
import { benchHistory } from './history.ts';
import { benchHungMarket } from './hung-market.ts';
import { benchIdle } from './idle.ts';
import { keep, readKept, valuesOf, worseLines } from './kept.ts';
import { benchLone } from './lone.ts';
import { benchMarketCost } from './market-cost.ts';
import { benchMarketLatency } from './market-latency.ts';
import { type Measurement, measure } from './measure.ts';
import { benchMeasures } from './measures.ts';
import { drawPurchases, stepLines, traceOnePurchase } from './one-purchase.ts';
import { benchOutbox } from './outbox.ts';
import { benchOverload } from './overload.ts';
import { installPeers } from './peer.ts';
import { drawPicture } from './picture.ts';
import { comparisonLines, figureLine, furtherLines, headLine, measurementLine } from './print.ts';
import { benchScale, type ScaleFigure } from './scale.ts';
import { benchStart } from './start.ts';
import { benchStorage } from './storage.ts';
import { benchTraces } from './traces.ts';

/** Its trace is no figure: by name only. */
const ONE_PURCHASE = 'one-purchase';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '5' },
    purchases: { type: 'string', default: '100000' },
    restrictions: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    picture: { type: 'string' },
  },
});

process.env.TEST_DATA ??= tmpdir();
const effort = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
const known = await readCases();
const kinds = KINDS.filter((kind) => values.database === undefined || values.database === kind);
const figures = {
  emulator: benchEmulator,
  outbox: () => benchOutbox(kinds),
  history: () => benchHistory(kinds),
  measures: () => benchMeasures(kinds),
  storage: () => benchStorage(kinds, say),
  markets: () => benchMarketLatency(kinds),
  'market-cost': benchMarketCost,
  traces: () => benchTraces(kinds),
  'hung-market': benchHungMarket,
  downloads: () => benchDownloads(kinds, say),
  overload: () => benchOverload(kinds, say),
  start: benchStart,
  idle: () => benchIdle(kinds),
  lone: () => benchLone(kinds),
};
const volume = { purchases: Number(values.purchases), restrictions: Number(values.restrictions) };
const isWanted = (name: string): boolean =>
  positionals.length === 0 || positionals.some((each) => name.startsWith(each));
const problem = argumentProblem();
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

const cases = known.filter((each) => isWanted(each.name));
const say = (line: string): void => void (values.json || process.stdout.write(`${line}\n`));
const measurements = cases.length > 0 ? await measureAll(cases) : [];
if (values.picture !== undefined && measurements.length > 0)
  writeFileSync(values.picture, drawPicture(measurements));
const figuresFound: Figure[] = [];
for (const [name, bench] of Object.entries(figures)) {
  if (!isWanted(name)) continue;
  const found = await bench();
  found.map(figureLine).forEach(say);
  figuresFound.push(...found);
}
// By name only: these take minutes and gigabytes.
let scale: ScaleFigure[] = [];
if (positionals.includes('scale')) {
  scale = await benchScale(kinds, { ...volume, effort, questions: 200 }, say);
}
if (positionals.includes('figures')) {
  const found = await benchFigures(kinds, volume.purchases, say);
  found.map(figureLine).forEach(say);
  figuresFound.push(...found);
}
if (positionals.includes(ONE_PURCHASE)) {
  const traced = [];
  for (const kind of kinds) traced.push(await traceOnePurchase(kind));
  traced.flatMap(stepLines).forEach(say);
  if (values.picture !== undefined) writeFileSync(values.picture, drawPurchases(traced));
}
const found = valuesOf(measurements, figuresFound);
const kept = readKept();
worseLines(found, kept).forEach(say);
if (values.keep) keep(found, kept);
if (values.json) {
  const all = { measurements, figures: figuresFound, scale };
  process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
}

function argumentProblem(): string | undefined {
  if (kinds.length === 0) return `--database is one of ${KINDS.join(', ')}`;
  if (!(effort.seconds > 0)) return '--seconds is a number above 0';
  if (!(Number.isInteger(effort.rounds) && effort.rounds > 0))
    return '--rounds is a whole number above 0';
  if (!Object.values(volume).every((count) => Number.isInteger(count) && count >= 1_000))
    return '--purchases and --restrictions are whole numbers from 1000 on';
  const names = [
    ...known.map((each) => each.name),
    ...Object.keys(figures),
    'scale',
    'figures',
    ONE_PURCHASE,
  ];
  if (!names.some(isWanted)) return `there are these cases: ${names.join(', ')}`;
  return undefined;
}

async function measureAll(wanted: readonly Case[]): Promise<Measurement[]> {
  const results: Measurement[] = [];
  let server: PostgresServer | undefined;
  const hasPeer = wanted.some((each) => each.peer);
  if (hasPeer) installPeers();
  if (hasPeer || kinds.includes('postgres')) {
    // Databases are made on the server that this names, as in the tests; but here it keeps what it is given.
    server = process.env.BENCH_DATABASE_URL ? undefined : await startPostgres({ durable: true });
    process.env.TEST_DATABASE_URL = process.env.BENCH_DATABASE_URL ?? server?.url;
  }
  try {
    say(headLine);
    for (const kind of kinds) results.push(...(await measureOn(kind, wanted, server?.pid)));
    return results;
  } finally {
    await server?.stop();
  }
}

async function measureOn(
  kind: Kind,
  wanted: readonly Case[],
  databasePid: number | undefined,
): Promise<Measurement[]> {
  const results: Measurement[] = [];
  const further: string[] = [];
  for (const each of wanted) {
    const result = await measure(each, kind, { ...effort, databasePid });
    say(measurementLine(result));
    further.push(...furtherLines(each, result));
    results.push(result);
  }
  [...further, ...comparisonLines(wanted, results)].forEach(say);
  return results;
}
