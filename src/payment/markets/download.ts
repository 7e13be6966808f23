// Downloads of an app, which stores name when a parent withdraws consent. Nothing needs their ids readable, so only a hash is stored.
import { hash } from 'node:crypto';

/** Whose id it is: the app transaction of the App Store, or the install id of Google Play and Amazon. */
export type DownloadKind = 'app_transaction' | 'install';

/** Differs from app to app, so that rows of two apps cannot be joined. */
export const downloadHash = (appid: string, kind: DownloadKind, id: string): string =>
  hash('sha256', `${appid} ${kind} ${id}`, 'hex');
