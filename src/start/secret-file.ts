// A secret from a file, as Docker and Kubernetes hand it out.
import { readFileSync } from 'node:fs';

/** The content without its last line break, or a sentence about the path and never about the content. */
export function readSecretFile(
  path: string,
): { readonly text: string } | { readonly problem: string } {
  try {
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: `is ${path}, which is empty` } : { text };
  } catch (error) {
    // Node's sentence goes on with the call and the path after the first comma.
    const [reason] = (error as Error).message.split(', ', 1);
    return { problem: `is ${path}, which cannot be read (${reason})` };
  }
}
