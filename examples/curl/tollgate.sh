#!/usr/bin/env bash
# Tollgate with curl: a token, a ban, a verified purchase, and the signature of a webhook.
#
# Needs bash, curl, sed and, for the signature, openssl. `./tollgate.sh` bans and verifies;
# `./tollgate.sh check` checks the message in WEBHOOK_… of the environment.
set -euo pipefail

# The first field of this name in the JSON on standard input: good enough for tokens, numbers and flags.
field() {
  sed -nE "s/.*[{,]\"$1\":(\"([^\"]*)\"|([^,}]*)).*/\2\3/p"
}

post() {
  local url=$1 body=$2
  shift 2
  curl --silent --show-error --fail-with-body --max-time 15 "$url" \
    -H 'Content-Type: application/json' "$@" --data-binary "$body"
}

# Standard Webhooks: the key, the three headers, and the body as it came.
is_genuine() {
  local key=$1 id=$2 timestamp=$3 signatures=$4 body=$5 age expected each
  age=$(($(date +%s) - timestamp))
  [ "${age#-}" -le 300 ] || return 1
  # The shell shows the key to users of the same machine; a real receiver reads it inside of its program.
  expected=v1,$(printf '%s.%s.%s' "$id" "$timestamp" "$body" |
    openssl dgst -sha256 -hmac "$key" -binary | openssl base64 -A)
  for each in $signatures; do
    [ "$each" != "$expected" ] || return 0
  done
  return 1
}

if [ "${1:-}" = check ]; then
  if is_genuine "$WEBHOOK_KEY" "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$WEBHOOK_SIGNATURE" "$WEBHOOK_BODY"; then
    echo "genuine $(field player_id <<<"$WEBHOOK_BODY")"
  else
    echo forged
  fi
  exit
fi

# Valid for an hour: keep it, and get a new one before it ends.
token=$(post "$TOLLGATE_URL/oauth/token" "{\"grant_type\":\"client_credentials\",
  \"client_id\":\"$TOLLGATE_CLIENT_ID\",\"client_secret\":\"$TOLLGATE_CLIENT_SECRET\"}" | field access_token)

player=9007199254740993
result=$(post "$TOLLGATE_URL/v2/game/block/set" "{\"appid\":\"$TOLLGATE_APPID\",\"player_id\":$player,
  \"status\":\"B\",\"block_type\":${TOLLGATE_BLOCK_TYPE:-1},
  \"start_date\":\"2026-11-15 00:00:00\",\"end_date\":\"2099-12-15 00:00:00\"}" \
  -H "X-Access-Token: $token" -H 'ISCRYPT: 0')
case $result in
  '{"result_code":0,'*) echo "banned $player" ;;
  *) echo "$result" >&2 && exit 1 ;;
esac

# A player buys something: here at the emulator, in your game at the store.
account=a3b1c5d7-0000-4000-8000-00000000e001
receipt=$(post "$EMULATOR_URL/control/apple/transactions" "{\"productId\":\"gem_1200\",\"price\":9990,
  \"currency\":\"USD\",\"appAccountToken\":\"$account\"}" | field signedTransaction)
for _ in 1 2; do
  purchase=$(post "$TOLLGATE_URL/payment/v1/purchase/verify" "{\"providerId\":\"APPLE\",\"requestType\":1,
    \"productId\":\"gem_1200\",\"accountUuid\":\"$account\",\"serviceReceipt\":\"$receipt\"}" \
    -H "X-App-Id: $TOLLGATE_APPID" -H "Authorization: Bearer $token")
  echo "verified, duplicate: $(field serviceDuplicated <<<"$purchase")"
done
