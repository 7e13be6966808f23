// The entry of `npm start` (with `--demo`) and `npm run serve`.
import { run } from './run.ts';

await run({ demo: process.argv.includes('--demo') });
