// The markets as a process of their own. Started by market-latency.ts.
import { startEmulator } from '../emulator/main.ts';

const emulator = await startEmulator({ port: 0 });
process.once('disconnect', () => void emulator.close());
process.send?.(emulator.url);
