// Starts the emulator as a process: node emulator/main.ts --port 8090 [--host 127.0.0.1] [--state file]
import { parseArgs } from 'node:util';
import { buildEmulator } from './app.ts';
import type { Emulator } from './host.ts';

export interface StartOptions {
  port?: number;
  host?: string;
  stateFile?: string;
  seed?: number;
}

export interface StartedEmulator extends Emulator {
  readonly url: string;
}

export async function startEmulator(options: StartOptions = {}): Promise<StartedEmulator> {
  const { port = 8090, host = '127.0.0.1', ...rest } = options;
  const emulator = await buildEmulator(rest);
  const url = await emulator.listen(port, host);
  return { ...emulator, url };
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8090' },
      host: { type: 'string', default: '127.0.0.1' },
      state: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const emulator = await startEmulator({
    port: wholeNumber('--port', values.port, 65_535),
    host: values.host,
    ...(values.state !== undefined && { stateFile: values.state }),
    ...(values.seed !== undefined && { seed: wholeNumber('--seed', values.seed, 2 ** 32 - 1) }),
  });
  console.log(`Market emulator: ${emulator.url}`);

  process.once('SIGINT', emulator.close);
  process.once('SIGTERM', emulator.close);
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) {
    throw new Error(`${name} must be a whole number up to ${max}, not ${text}.`);
  }
  return value;
}

if (import.meta.main) {
  await run().catch((error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
