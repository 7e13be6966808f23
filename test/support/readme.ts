// The first five minutes of README.md, as a newcomer would paste them.
import assert from 'node:assert/strict';
import { blocksOf, paste } from './documents.ts';

/** A type, a ban, and a purchase that is verified once, beside a new demo whose `data` is in this folder. */
export async function firstFiveMinutes(folder: string): Promise<void> {
  const blocks = blocksOf('README.md').map(({ code }) => code);
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
