// The thread that checks signatures.
import { parentPort } from 'node:worker_threads';
import type { Question } from './es256.ts';
import { hasSigned } from './es256-signature.ts';

parentPort?.on('message', ({ keys, signed }: Question) => {
  parentPort?.postMessage(
    signed.map(({ content, signature, key }) => {
      const by = keys[key];
      return by !== undefined && hasSigned(by, content, signature);
    }),
  );
});
