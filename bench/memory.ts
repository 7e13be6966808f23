// How much memory a process has of its own. What is mapped from files is the system's to give and take.
import { readFileSync } from 'node:fs';

export const MIB = 1_024 * 1_024;

/** What a measured process answers about itself. */
export interface Usage {
  /** Processor time in microseconds. */
  readonly cpu: number;
  /** In bytes. */
  readonly memory: number;
}

/** In bytes; where the system does not tell it apart, with what is mapped. */
export function ownMemory(): number {
  try {
    const [, kib] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kib !== undefined) return Number(kib) * 1_024;
  } catch {
    // Not Linux.
  }
  return process.memoryUsage.rss();
}
