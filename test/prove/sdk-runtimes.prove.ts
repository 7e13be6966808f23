// The SDK on runtimes that this machine does not have: Node 22, Deno and Bun, where npm can install them.
import { after } from 'node:test';
import { installedSdk, sdkJourneys } from '../sdk/journeys.ts';
import { downloadedRuntimes } from '../sdk/runtimes.ts';

const { home, remove } = await installedSdk();
after(remove);
sdkJourneys(home, await downloadedRuntimes());
