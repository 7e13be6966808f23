// Folders of databases, in memory where there is room: a disk takes longer to keep a commit than most tests take.
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Every database of PostgreSQL is hundreds of files, made and removed for each test file. Some file systems look
 * at all that were removed lately before they make another one. A commit of SQLite waits for the disk.
 */
const MEMORY = '/dev/shm';
const ROOM = 2 ** 31;
const PREFIX = 'tollgate-data-';

/** A new one, which its maker removes. `TEST_DATA` names another place for it: the bench wants a disk. */
export function dataFolder(): string {
  const place = process.env.TEST_DATA ?? (hasRoom() ? MEMORY : tmpdir());
  return mkdtempSync(join(place, `${PREFIX}${process.pid}-`));
}

let room: boolean | undefined;

/** Looked for once, and what processes have left that were killed is removed. */
function hasRoom(): boolean {
  room ??= findRoom();
  return room;
}

function findRoom(): boolean {
  try {
    removeLeftOvers();
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

function removeLeftOvers(): void {
  for (const name of readdirSync(MEMORY).filter((each) => each.startsWith(PREFIX))) {
    const maker = Number.parseInt(name.slice(PREFIX.length), 10);
    if (existsSync(`/proc/${maker}`)) continue;
    rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}
