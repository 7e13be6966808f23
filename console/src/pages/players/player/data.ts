// What the player page reads. Queries are shared, so that a part and the copied text see the same.
import { endpoint } from '../../../endpoint.ts';
import { useApp } from '../../../place.tsx';
import { useGet } from '../../../queries.ts';

export const useName = (playerId: string) => ({ appid: useApp().appid, player_id: playerId });

export const useSpending = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/spending', useName(playerId)));

export const useDebt = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/debt', useName(playerId)));

export const useOrders = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/orders', useName(playerId)));

export const useAccounts = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/accounts', useName(playerId)));

export const useDevices = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/devices', useName(playerId)));

export const useNotes = (playerId: string) =>
  useGet(endpoint('/apps/{appid}/players/{player_id}/notes', useName(playerId)), { limit: 50 });

/** Newest first. */
export const useGrants = (playerId: string) => {
  const { appid, player_id } = useName(playerId);
  return useGet(endpoint('/apps/{appid}/grants', { appid }), { player_id, limit: 50 });
};
