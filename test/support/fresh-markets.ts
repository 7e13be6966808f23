// Emulated markets that nobody has bought at: making keys takes longer than most tests, so those of a process have the same.
import { buildEmulator } from '../../emulator/app.ts';
import type { EmulatorState } from '../../emulator/control.ts';

let made: Promise<EmulatorState> | undefined;

/** For an emulator to begin with, of all markets or of some. */
export async function freshMarkets(): Promise<EmulatorState> {
  made ??= make();
  return structuredClone(await made);
}

async function make(): Promise<EmulatorState> {
  const emulator = await buildEmulator({ seed: 1 });
  try {
    return (await emulator.app.inject('/control/export')).json();
  } finally {
    await emulator.close();
  }
}
