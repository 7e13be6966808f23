// The JavaScript runtimes that the SDK is tried on: those of this machine, and those that npm can install.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

export interface Runtime {
  readonly name: string;
  /** Undefined with the reason when it is not here. */
  readonly command: readonly [string, ...string[]] | undefined;
  readonly skip: string | false;
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/runtimes');
/** Long enough for a slow line; nobody waits for a dead one. */
const GIVE_UP_MS = 240_000;
/** Without the tools of this checkout: the machine's own Node. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'));

const DOWNLOADS = [
  { name: 'Node 22', program: 'node', version: '22.23.3', args: [] },
  { name: 'Deno', program: 'deno', version: '2.9.5', args: ['run', '--allow-net', '--allow-env'] },
  { name: 'Bun', program: 'bun', version: '1.4.4', args: [] },
] as const;

/** The Node of this checkout, and that of the machine. */
export async function localRuntimes(): Promise<readonly Runtime[]> {
  const name = `Node ${process.versions.node}`;
  return [{ name, command: [process.execPath], skip: false }, await machineNode()];
}

export async function downloadedRuntimes(): Promise<readonly Runtime[]> {
  const found: Runtime[] = [];
  // One after the other: each is tens of megabytes.
  for (const download of DOWNLOADS) found.push(await installed(download));
  return found;
}

async function machineNode(): Promise<Runtime> {
  const program = PATH.map((folder) => join(folder, 'node')).find(existsSync);
  const name = "the machine's Node";
  if (program === undefined) return missing(name, 'there is no node on PATH');
  const { stdout } = await promisify(execFile)(program, ['--version']);
  const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
  if (major < 20) return missing(name, `it is ${stdout.trim()}, and the SDK needs 20`);
  return { name: `${name} ${stdout.trim()}`, command: [program], skip: false };
}

/** Installed once per checkout; what could not be installed is not tried again. */
async function installed({
  name,
  program,
  version,
  args,
}: (typeof DOWNLOADS)[number]): Promise<Runtime> {
  const folder = join(CACHE, `${program}-${version}`);
  const file = join(folder, 'node_modules/.bin', program);
  const failed = join(folder, 'failed');
  if (!existsSync(file) && !existsSync(failed)) await install(folder, `${program}@${version}`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(failed, '');
    return missing(
      name,
      `npm could not install ${program}@${version}; delete ${folder} to try again`,
    );
  }
  return { name: `${name} (${version})`, command: [file, ...args], skip: false };
}

async function install(folder: string, what: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--no-audit', '--no-fund', '--include=optional', '--fetch-retries=1'];
  const env = { ...process.env, PATH: PATH.join(delimiter), NODE_ENV: '' };
  try {
    await promisify(execFile)('npm', [...args, '--prefix', folder, what], {
      cwd: folder,
      env,
      timeout: GIVE_UP_MS,
    });
  } catch {
    // The caller sees that it is not there.
  }
}

const missing = (name: string, why: string): Runtime => ({
  name,
  command: undefined,
  skip: `${name} is skipped: ${why}.`,
});
