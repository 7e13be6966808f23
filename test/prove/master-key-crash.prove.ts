// A process that seals thousands of secrets anew is killed as soon as the first are done.
import { spawn } from 'node:child_process';
import { CLI, environment } from '../cli/tollgate.ts';
import { BOTH, resealSuite } from '../start/resealing.ts';
import { PRELOADED, until } from '../support/process.ts';

resealSuite(3_000, async (gate, variables) => {
  const args = [...PRELOADED, CLI, 'master-key', 'rotate'];
  const child = spawn(process.execPath, args, { env: environment(variables), stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const { db } = gate.service.context.storage;
  const id = BOTH.masters[0]?.id;
  await until(async () => {
    const done = await db
      .selectFrom('receiver')
      .select('game_index')
      .where('sealed_key', 'like', `v2.${id}.%`)
      .limit(1)
      .executeTakeFirst();
    return done !== undefined;
  });
  child.kill('SIGKILL');
  await ended;
});
