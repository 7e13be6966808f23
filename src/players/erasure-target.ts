// How the audit log names an erasure, and with it the player who is not named any more.

export const erasureTarget = (appid: string, erasureId: string): string =>
  `apps/${appid}/erasures/${erasureId}`;
