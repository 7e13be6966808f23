// The entry of `npm start` (with `--demo`) and `npm run serve` (with `--workers`).
import { parseArgs } from 'node:util';
import { run } from './run.ts';

const { values } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    'with-history': { type: 'boolean', default: false },
    workers: { type: 'string' },
  },
});
await run({ ...values, withHistory: values['with-history'] });
