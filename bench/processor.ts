// Processor time beyond one's own process: a database server's, and what all cores leave unused. From /proc, so on Linux only.
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;
const US_PER_TICK = 1_000_000 / TICKS_PER_SECOND;

/** How long all cores together have worked and idled since the machine started, in ticks. */
export interface Cores {
  readonly busy: number;
  readonly idle: number;
}

export function coresNow(): Cores | undefined {
  const line = read('/proc/stat')?.split('\n', 1)[0];
  if (line === undefined) return undefined;
  const [user, nice, system, idle, wait, irq, softIrq] = line.split(/\s+/).slice(1).map(Number);
  const sum = (...ticks: (number | undefined)[]) => ticks.reduce<number>((a, b) => a + (b ?? 0), 0);
  return { busy: sum(user, nice, system, irq, softIrq), idle: sum(idle, wait) };
}

/** The share of all cores that stood idle since then. */
export function idleSince(before: Cores | undefined): number {
  const now = coresNow();
  if (!before || !now) return Number.NaN;
  const idle = now.idle - before.idle;
  return idle / (idle + now.busy - before.busy);
}

/** The time of a process, its children, and those of them that have ended, in microseconds. */
export function timeOfTree(pid: number | undefined): number {
  if (pid === undefined) return Number.NaN;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  const own = statOf(pid);
  if (!own) return Number.NaN;
  const ticks = children.reduce((sum, child) => sum + (child?.own ?? 0), own.own + own.ended);
  return ticks * US_PER_TICK;
}

function statOf(pid: number) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name in parentheses may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (index: number): number => Number(fields[index]);
  return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
