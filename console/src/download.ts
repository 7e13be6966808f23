// Downloads a file of the admin API, or says why there is none.
import type { MouseEvent } from 'react';
import { useAction } from './action.ts';
import { fetchFile } from './api.ts';

/** For a link to the file: the browser alone would only say that the download failed. */
export function useDownload() {
  const { mutate, isPending } = useAction({
    run: async (url: string) => {
      const { content, name } = await fetchFile(url);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(content);
      link.download = name;
      link.click();
      // Later, because some browsers begin to read it only now.
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
  });
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    if (!isPending) mutate(event.currentTarget.href);
  };
  return { onClick, isPending };
}
