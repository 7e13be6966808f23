// The release: packed, installed into an empty folder outside of the checkout, and used there as its users would.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import sdk from '../../sdk/package.json' with { type: 'json' };
import { freePort } from '../support/postgres.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import { firstFiveMinutes } from '../support/readme.ts';
import { sameFolder } from '../support/same-folder.ts';
import { ensureSite } from '../support/site.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKED = `${manifest.name}-${manifest.version}.tgz`;
const REFERENCE = join(ROOT, 'src/http/reference');
const MIB = 1024 * 1024;
/** The machine's own Node and npm, whatever brought this checkout's onto the path. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

const run = (cwd: string, program: string, ...args: string[]) =>
  promisify(execFile)(program, args, { cwd, env: { ...process.env, PATH } });

/** What builds a release; npm reads every package that it finds beside the one that it packs. */
const BUILDERS = ['.bin', '.installed-lockfile', '@types', '@typescript', 'typescript-7'];

/** Packing writes into the checkout, which other tests use at the same time: they get a copy of it. */
function copyCheckout(folder: string): string {
  const copy = join(folder, 'checkout');
  const apart = ['.git', 'node_modules', 'dist', 'data', 'test', 'bench', 'console/node_modules'];
  const places = apart.map((name) => join(ROOT, name));
  cpSync(ROOT, copy, {
    recursive: true,
    filter: (path) => !places.includes(path) && !path.includes('.work-'),
  });
  const modules = join(copy, 'node_modules');
  mkdirSync(modules);
  for (const name of [...BUILDERS, ...Object.keys(manifest.optionalDependencies)]) {
    const ours = join(ROOT, 'node_modules', name);
    if (existsSync(ours)) symlinkSync(ours, join(modules, name));
  }
  return copy;
}

interface Locked {
  readonly version?: string;
  readonly optional?: true;
}

/** `name@version` of every package in a lockfile, or of those that are as asked. */
function packagesOf(lockfile: string, isAsked = (_: Locked): boolean => true): string[] {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(packages)
    .filter(([place, each]) => place.includes('node_modules/') && isAsked(each))
    .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`);
}
const nameOf = (each: string): string => each.slice(0, each.lastIndexOf('@'));

const majorOf = (each: string): string => each.split('.', 1)[0] ?? '';

/** Puts the packed file into this folder, and answers `name@version` of every package that comes with it. */
type Install = (home: string, packed: string) => Promise<string[]>;

const OPTIONS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

/** No package needs a script of its own to be installed, so nobody has to allow one. */
export async function installed(home: string, packed: string): Promise<string[]> {
  await run(home, 'npm', 'install', ...OPTIONS, '--prefix', home, packed);
  return packagesOf(join(home, 'node_modules/.package-lock.json'));
}

/** What the packed manifest asks for, as links to the packages of the checkout: npm takes longer than all the rest. */
export async function linked(home: string, packed: string): Promise<string[]> {
  const modules = join(home, 'node_modules');
  const place = join(modules, manifest.name);
  for (const path of [place, join(modules, '.bin')]) mkdirSync(path, { recursive: true });
  await run(home, 'tar', '-xzf', packed, '-C', place, '--strip-components=1');
  const { dependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of [
    ...Object.keys(dependencies),
    ...Object.keys(manifest.optionalDependencies),
  ]) {
    const ours = join(ROOT, 'node_modules', name);
    if (!existsSync(ours)) continue;
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(ours, join(modules, name));
  }
  const program = join(place, manifest.bin.tollgate);
  chmodSync(program, 0o755);
  symlinkSync(program, join(modules, '.bin/tollgate'));
  const asked = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  return [`${manifest.name}@${manifest.version}`, ...asked];
}

export function releaseTests(install: Install): void {
  const folder = sameFolder(`release-${install.name}`);
  const home = join(folder, 'home');
  const tollgate = join(home, 'node_modules/.bin/tollgate');
  let packages: string[];
  let running: RunningProcess | undefined;

  async function start(
    command: string,
    variables: Record<string, string>,
  ): Promise<RunningProcess> {
    running = await startProcess({ PATH, ...variables }, [command], [tollgate], home);
    return running;
  }

  before(async () => {
    // Where the copy finds it.
    await ensureSite();
    const checkout = copyCheckout(folder);
    const before = readdirSync(checkout);
    await run(checkout, 'npm', 'pack', '--pack-destination', folder);
    const left = readdirSync(checkout).filter((name) => name !== 'dist' && !before.includes(name));
    assert.deepEqual(left, [], 'packing leaves nothing behind');
    const [own, packed] = [ROOT, checkout].map((each) => readFileSync(join(each, 'package.json')));
    assert.deepEqual(packed, own, 'packing leaves the manifest as it was');
    mkdirSync(home);
    packages = await install(home, join(folder, PACKED));
  });
  after(async () => {
    await running?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('npm pack makes a file of at most 15 MB', () => {
    assert.ok(statSync(join(folder, PACKED)).size <= 15 * MIB);
  });

  test('it brings the SDK, at the place that the manual installs it from', () => {
    const { version } = sdk;
    const file = `dist/sdk/tollgate-server-${version}.tgz`;
    assert.ok(statSync(join(home, 'node_modules', manifest.name, file)).size > 10_000);
    const manual = readFileSync(join(ROOT, 'docs/sdk.md'), 'utf8');
    assert.ok(manual.includes(`npm install "$(npm root --global)/tollgate/${file}"`));
  });

  test('the bill of materials names every package that is installed, with its hash', () => {
    const file = join(home, 'node_modules/tollgate/sbom.cdx.json');
    const { bomFormat, metadata, components } = JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string; version: string } };
      components: { name: string; version: string; hashes?: object[] }[];
    };
    const { name, version } = metadata.component;
    assert.deepEqual([bomFormat, name, version], ['CycloneDX', manifest.name, manifest.version]);
    const listed = components.map((each) => `${each.name}@${each.version}`);
    const shrinkwrap = join(home, 'node_modules/tollgate/npm-shrinkwrap.json');
    assert.deepEqual([...new Set(listed)].sort(), [...new Set(packagesOf(shrinkwrap))].sort());
    const bare = components.filter(({ hashes = [] }) => hashes.length === 0);
    assert.deepEqual(bare, []);
  });

  test('every version that is installed is that of the lockfile, and no tool of the checkout is', () => {
    const shrinkwrap = join(home, 'node_modules/tollgate/npm-shrinkwrap.json');
    const expected = [`tollgate@${manifest.version}`, ...packagesOf(shrinkwrap)];
    const optional = packagesOf(shrinkwrap, (each) => each.optional === true).map(nameOf);
    const isOptional = (each: string) => optional.includes(nameOf(each));
    const names = (list: readonly string[]) =>
      [...new Set(list.filter((each) => !isOptional(each)).map(nameOf))].sort();
    assert.deepEqual(names(packages), names(expected));
    // The manifest can name one version of a package: of a second one, inside of who needs it, npm takes the newest.
    const isTwice = (each: string) =>
      expected.filter((it) => nameOf(it) === nameOf(each)).length > 1;
    const isLocked = (each: string) =>
      isTwice(each)
        ? expected.some((it) => majorOf(it) === majorOf(each))
        : expected.includes(each);
    assert.deepEqual(
      packages.filter((each) => !isLocked(each)),
      [],
    );
    assert.deepEqual(names(expected.filter(isTwice)), ['@types/node', 'fast-uri', 'tslib']);
    assert.ok(packages.includes(`fastify@${manifest.dependencies.fastify}`));
    assert.deepEqual(
      packages.filter((each) => /^(typescript|vite|@biomejs\/biome|react)@/.test(each)),
      [],
    );
  });

  test('tollgate --version says which release it is', async () => {
    assert.equal((await run(home, tollgate, '--version')).stdout, `${manifest.version}\n`);
  });

  test('tollgate start: a first ban, a first verified purchase, the console, the reference and the documentation', async () => {
    const demo = await start('start', { EMULATOR_PORT: String(await freePort()) });
    await demo.prints('Tollgate is running.');
    await firstFiveMinutes(home);
    const page = await fetch(`${demo.url}/console`);
    assert.equal(page.status, 200);
    const [, asset] = /src="(\/console\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
    assert.equal((await fetch(`${demo.url}${asset}`)).status, 200);
    // The reference and every file of its page.
    for (const file of ['', ...readdirSync(REFERENCE).map((name) => `/${name}`)]) {
      if (file === '/index.html') continue;
      assert.equal((await fetch(`${demo.url}/docs/api${file}`)).status, 200, file);
    }
    // The documentation, offline.
    const guide = await (await fetch(`${demo.url}/docs/purchases`)).text();
    assert.match(guide, /<title>Verify purchases \| Tollgate<\/title>/);
    for (const [, href = ''] of guide.matchAll(/(?:src|href)="(\/docs\/[^"#]+)"/g)) {
      assert.equal((await fetch(demo.url + href)).status, 200, href);
    }
    assert.equal(await demo.stop(), 0);
  });

  test('tollgate serve: the same data, no emulator, and a stop that is asked for ends it', async () => {
    const service = await start('serve', { EMULATOR_PORT: '' });
    await service.ready();
    assert.equal((await fetch(`${service.url}/health/ready`)).status, 200);
    assert.equal(await service.stop(), 0);
  });

  test('tollgate serve without a master key says what is missing', async () => {
    const refused = await start('serve', { TOLLGATE_MASTER_KEY: '' });
    assert.equal(await refused.ended(), 1);
    assert.match(refused.output(), /^TOLLGATE_MASTER_KEY is required/);
  });
}
