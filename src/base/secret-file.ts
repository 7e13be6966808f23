// Reads a secret from a file, as Docker and Kubernetes provide it.
import { readFileSync } from 'node:fs';

/** The content without its last line break, or an error that never contains the content. */
export function readSecretFile(
  path: string,
): { readonly text: string } | { readonly problem: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: `is ${path}, which is empty` } : { text };
  } catch (error) {
    // After the first comma, Node's message repeats the call and the path.
    const [reason] = (error as Error).message.split(', ', 1);
    return { problem: `is ${path}, which cannot be read (${reason})` };
  }
}
