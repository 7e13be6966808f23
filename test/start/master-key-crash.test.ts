// Sealing everything anew stops between two batches; `npm run prove` kills a process that does it.
import assert from 'node:assert/strict';
import { SYSTEM } from '../../src/audit/audit.ts';
import { changeMasterKey } from '../../src/start/master-key-change.ts';
import { MASTER_KEY } from '../support/harness.ts';
import { NEW_KEY, resealSuite } from './resealing.ts';

resealSuite(600, async (gate) => {
  const { context } = await gate.secondService({ masterKey: NEW_KEY, previousKeys: [MASTER_KEY] });
  let done = 0;
  const onBatch = (size: number): void => {
    done += size;
    if (done > 200) throw new Error('cut off');
  };
  const change = changeMasterKey(context, SYSTEM, { endNow: false, onBatch });
  await assert.rejects(change, /^Error: cut off$/);
});
