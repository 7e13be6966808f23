// A process of the bench: it says when it is ready, answers what it is asked, and ends with the bench.
import { fork } from 'node:child_process';
import { once } from 'node:events';

export async function startProcess<T>(
  file: string,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
) {
  // The log goes where a service's log goes in a container: to a stream that takes everything.
  const child = fork(new URL(file, import.meta.url), args, {
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code}`);
  });
  failed.catch(() => {});
  const next = async (): Promise<unknown> =>
    (await Promise.race([once(child, 'message'), failed]))[0];
  return {
    answer: (await next()) as T,
    pid: child.pid,
    /** What it says to this. */
    async ask<Answer = unknown>(question: object | string = '?'): Promise<Answer> {
      const answer = next();
      child.send(question);
      return (await answer) as Answer;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
