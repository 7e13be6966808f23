// The code of README.md, run as a newcomer would paste it: every block in its order, in one shell.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const README = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const blocks = [...README.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code as string);
const SEPARATOR = '----- the next block -----';

/** What each block printed. */
function paste(folder: string, codes: readonly string[]): Promise<string[]> {
  const script = codes.join(`\nprintf '%s' '${SEPARATOR}'\n`);
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
  return new Promise((resolve, reject) => {
    // Without the option bash may take its input for a network connection, and read the settings of the machine.
    execFile('bash', ['--norc', '-euc', script], { cwd: folder, env }, (error, stdout, stderr) => {
      if (error || stderr !== '') reject(new Error(`${error?.message}\n${stderr}`));
      else resolve(stdout.split(SEPARATOR));
    });
  });
}

/** A type, a ban, and a purchase that is verified once, beside a new demo whose `data` is in this folder. */
export async function firstFiveMinutes(folder: string): Promise<void> {
  // "Send the last call again."
  const printed = await paste(folder, [...blocks, blocks.at(-1) as string]);
  assert.equal(printed.length, 6);
  const [settings, type, ban, receipt, first, again] = printed as [string, ...string[]];
  assert.deepEqual([settings, receipt], ['', ''], 'these only set variables');
  const registered = JSON.parse(type ?? '');
  assert.deepEqual([registered.result_code, registered.data.block_type], [0, 1]);
  assert.equal(JSON.parse(ban ?? '').result_code, 0);
  const { data, meta } = JSON.parse(first ?? '');
  assert.deepEqual(
    [data.serviceDuplicated, data.serviceAccountUuidCompare, data.servicePrice],
    [false, 1, 9.99],
  );
  assert.deepEqual(JSON.parse(again ?? ''), { data: { ...data, serviceDuplicated: true }, meta });
}
