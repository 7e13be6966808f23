// What the test files of a process share, such as the browser, ends after the last of them.
type End = () => Promise<void>;

const ends = new Set<End>();
let hasMore = false;

/** Called by a process that takes several files. */
export function beginFiles(): void {
  hasMore = true;
}

export async function endFiles(): Promise<void> {
  hasMore = false;
  for (const end of ends) await end();
  ends.clear();
}

/** At once where the file is alone in its process. */
export async function afterLastFile(end: End): Promise<void> {
  if (hasMore) ends.add(end);
  else await end();
}
